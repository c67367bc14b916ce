-- The answers that are given again for the same key name the business of each account since this release: of those that are kept it is added.
create function pg_temp.with_business(listed jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(x || jsonb_build_object('NEGOCIO', coalesce(b.name, '')) order by place), '[]')
  from jsonb_array_elements(listed) with ordinality as t(x, place)
    left join analysis a on a.id = (x ->> 'COD_ANALISIS')::int
    left join account c on c.id = coalesce((x ->> 'COD_CUENTA')::int, a.account_id)
    left join business b on b.id = c.business_id
$$;
update transfer
set result = result || jsonb_build_object(
  'omitidas', pg_temp.with_business(result -> 'omitidas'), 'conflictos', pg_temp.with_business(result -> 'conflictos'),
  'enRiesgo', (result -> 'enRiesgo') || jsonb_build_object('data', pg_temp.with_business(result #> '{enRiesgo,data}')))
where result is not null;
drop function pg_temp.with_business(jsonb);
