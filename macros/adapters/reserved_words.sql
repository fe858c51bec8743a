{#-
    Names that must be quoted. Where unquoted names are kept or lowered, one word too many does no harm, so one list
    holds the reserved words of all those engines, and functions that are called without brackets. Snowflake raises
    names to upper case, so its list is exactly its own.
-#}
{% macro reserved_words() %}
    {%- do return(adapter.dispatch('reserved_words', 'dbt_crowd')()) -%}
{% endmacro %}


{% macro default__reserved_words() %}
    {%- do return((
        'aes128 aes256 all allowdebug alter analyse analyze and anti any array as asc asof asymmetric at '
        ~ 'authorization az64 backup begin between bigint binary bit blanksasnull boolean both by bytedict bzip2 '
        ~ 'case cast char character check coalesce collate collation column columns concurrently constraint contains '
        ~ 'create credentials cross ctid cube current current_catalog current_date current_path current_role '
        ~ 'current_schema current_time current_timestamp current_timezone current_user current_user_id deallocate '
        ~ 'dec decimal default deferrable deflate defrag delete delta delta32k desc describe disable distinct do drop '
        ~ 'else emptyasnull enable encode encrypt encryption end enum escape except execute exists explicit extract '
        ~ 'false fetch filter float following for foreign freeze from full function generated glob globaldict256 '
        ~ 'globaldict64k grant greatest group grouping grouping_id groups gzip hash having identity if ignore ilike in '
        ~ 'initially inner inout insert int integer intersect interval into is isnull join json_array json_exists '
        ~ 'json_object json_query json_table json_value lambda language lateral leading least left like limit '
        ~ 'listagg localtime localtimestamp lookup lun luns lzo lzop map merge minus mostly16 mostly32 mostly8 national '
        ~ 'natural nchar new no none normalize not notnull null nullif nulls numeric of off offline offset oid old on '
        ~ 'only open or order ordinality out outer over overlaps overlay parallel partition percent permissions pivot '
        ~ 'pivot_longer pivot_wider placing position positional preceding precision prepare primary proto qualify '
        ~ 'range raw readratio real recover recursive references regexp rejectlog resort respect restore returning '
        ~ 'right rlike rollup row rowid rows select semi session_user setof show similar skip smallint snapshot some '
        ~ 'struct substring summarize symmetric sysdate system system_user table tableoid tablesample tag tdes text255 '
        ~ 'text32k then time timestamp to top trailing treat trim true truncatecolumns try_cast tuple uescape '
        ~ 'unbounded union unique unknown unnest unpack unpivot user using values varchar variadic verbose wallet when '
        ~ 'where window with within without xmin xmax'
    ).split(' ')) -%}
{% endmacro %}


{% macro snowflake__reserved_words() %}
    {%- do return((
        'account all alter and any as between by case cast check column connect connection constraint create cross '
        ~ 'current current_date current_time current_timestamp current_user database delete distinct drop else exists '
        ~ 'false following for from full grant group gscluster having ilike in increment inner insert intersect into '
        ~ 'is issue join lateral left like localtime localtimestamp minus natural not null of on or order organization '
        ~ 'qualify regexp revoke right rlike row rows sample schema select set some start table tablesample then to '
        ~ 'trigger true try_cast union unique update using values view when whenever where with'
    ).split(' ')) -%}
{% endmacro %}
