{#-
    Whether two labels are the same, NULL like NULL. No label is blank, so a blank can stand for NULL; unlike
    `is not distinct from`, every engine joins on this by hashing.
-#}
{% macro is_same(left, right) %}
    {%- do return('coalesce(' ~ left ~ ", '') = coalesce(" ~ right ~ ", '')") -%}
{% endmacro %}
