-- As in 002, but with business and country given and as a set, so that the planner puts it into the statement that asks: opening the
-- analyses of a load called the other one, with its joins, once for each account.
drop function threshold_of(int, char);
create function threshold_of(account int, business int, country int, period char(7)) returns setof threshold language sql stable rows 1 as $$
  select t.* from threshold t
  where t.valid_from <= threshold_of.period
    and (t.account_id = threshold_of.account or t.business_id = threshold_of.business or t.country_id = threshold_of.country
      or (t.account_id is null and t.business_id is null and t.country_id is null))
  order by t.account_id nulls last, t.business_id nulls last, t.country_id nulls last, t.valid_from desc limit 1
$$;
