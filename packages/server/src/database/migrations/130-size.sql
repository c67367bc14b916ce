-- Working days between two days, for sums over many rows (dashboard/item.ts): weekdays by arithmetic, less the holidays that lie between, found in
-- one sorted list. Both are asked for once in a statement; `workdays` (100) says the same of a single pair.

-- The holidays that would have been worked, as country × 100000 + days since Monday, 2000-01-03.
create function holiday_keys() returns bigint[] language sql stable parallel safe as $$
  select coalesce(array_agg(h.country_id * 100000::bigint + (h.day - date '2000-01-03') order by h.country_id, h.day), '{}')
  from (select h.country_id, h.day from holiday h left join calendar c on c.country_id = h.country_id
    where extract(isodow from h.day)::int = any(coalesce(c.working_days, '{1,2,3,4,5}'))) h
$$;
-- Countries that do not work Monday to Friday: of these `workdays` is asked.
create function odd_weeks() returns int[] language sql stable parallel safe as $$
  select coalesce(array_agg(country_id), '{}') from calendar where not (working_days @> '{1,2,3,4,5}' and cardinality(working_days) = 5)
$$;

-- The order in which whoever decides sees it (analysis/measures.ts, byRisk): what waits, a small part of all that there has been, and everything.
create index analysis_waiting on analysis (state_main, (case materiality when 'critica' then 0 when 'material' then 1 else 2 end), abs(difference) desc, id)
  where state_main <> 4;
create index analysis_by_risk on analysis ((case materiality when 'critica' then 0 when 'material' then 1 else 2 end), abs(difference) desc, id);
