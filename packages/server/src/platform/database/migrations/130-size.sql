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

-- As in 081, in steps instead of a query: a query for each of 50,000 new analyses takes a third of the time of all of them.
create or replace function materiality(balance numeric, reference numeric, t threshold, risk char(1)) returns text language plpgsql immutable as $$
declare
  was numeric := coalesce(reference, 0);
  moved numeric := abs(balance - was);
  amounts numeric := moved / (t.amount * case risk when 'A' then t.factor_a when 'B' then t.factor_b else t.factor_m end);
  percents numeric := case when was = 0 then 100 else abs(balance - reference) / abs(reference) * 100 end / t.percent;
  times numeric := case t.base when 'MONTO' then amounts when 'PORCENTAJE' then percents
    when 'AMBOS_Y' then least(amounts, case when was <> 0 then percents end)
    else greatest(amounts, case when was <> 0 then percents end) end;
begin
  return case
    when moved > 0 and risk = 'A' and sign(balance) * sign(was) < 0 then 'critica'
    when times >= 3 then 'critica' when times >= 1 then 'material' when times * 100 >= t.trivial and moved > 0 then 'menor' else 'no_material' end;
end $$;
