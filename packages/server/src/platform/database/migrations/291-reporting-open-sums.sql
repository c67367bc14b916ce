-- Sums of periods that may still change are stored too, by business, and counted anew only of those businesses in which something has changed since
-- (decision 077). Whoever changes something only inserts a line here, so that nobody waits for anybody; `storeOpenAggregates` takes the lines away.

create table open_sum (
  period_id int not null references period on delete cascade,
  business_id int not null,
  -- They hold from the moment they were made until the next deadline of one of its items.
  since timestamptz not null,
  until timestamptz not null,
  -- When its last analysis was opened, and the last deadline before `since`: after both, what has not changed counts as it does now.
  opened timestamptz not null,
  passed timestamptz not null,
  -- The time zone in which their days begin and end.
  zone text not null,
  primary key (period_id, business_id)
);
comment on table open_sum is 'A business whose sums and counts of a period that is not closed for good are stored, and the moments that they hold for.';

create table open_sum_change (
  -- 0: every one.
  period_id int not null,
  business_id int not null
);
comment on table open_sum_change is 'Something has changed of what the stored sums of an open period are made of: they do not hold until they are made anew.';

create view v_open_sum as
select o.period_id, o.business_id, o.since, o.until, o.zone, o.opened, o.passed from open_sum o
where (o.period_id, o.business_id) not in (select c.period_id, c.business_id from open_sum_change c)
  and o.business_id not in (select c.business_id from open_sum_change c where c.period_id = 0)
  and o.period_id not in (select c.period_id from open_sum_change c where c.business_id = 0)
  and not exists (select from open_sum_change c where c.period_id = 0 and c.business_id = 0);

-- As of an earlier moment they are corrected by what has changed since, which one statement finds and others look up. In between something of that may
-- change again, or sums be stored that have it already: then these do not fit together, and the question is asked anew.
create function open_sum_version(period int, at timestamptz, ids int[], groups int[]) returns text language sql stable as $$
  select concat_ws('/', (select max(o.since) from open_sum o where o.period_id = period), (select count(*) from analysis m where m.group_id = any(groups)),
    (select count(*) from analysis_past x where x.period_id = period and x.until > past_from(at)
      and (x.group_id in (select unnest(groups)) or x.id in (select unnest(ids) union all select m.id from analysis m where m.group_id = any(groups)))))
$$;
create function expect_open_sums(period int, at timestamptz, ids int[], groups int[], version text) returns boolean language plpgsql stable as $$
begin
  if open_sum_version(period, at, ids, groups) is distinct from version then
    raise exception 'the stored sums of period % have changed', period using errcode = 'serialization_failure';
  end if;
  return true;
end $$;

-- What they are made of: analyses, balances, accounts, periods, the moment of a load, and the days that are worked.
create function outdate_by_analyses() returns trigger language plpgsql as $$
begin
  insert into open_sum_change select distinct period_id, business_id from changed;
  return null;
end $$;
create trigger analysis_sums after insert on analysis referencing new table as changed for each statement execute function outdate_by_analyses();
create trigger analysis_sums_removal after delete on analysis referencing old table as changed for each statement execute function outdate_by_analyses();

create function outdate_by_changed_analyses() returns trigger language plpgsql as $$
begin
  insert into open_sum_change select period_id, business_id from was union select period_id, business_id from became;
  return null;
end $$;
create trigger analysis_sums_change after update on analysis referencing old table as was new table as became for each statement execute function outdate_by_changed_analyses();

-- The balances that are expected of a month are those of the month before it.
create function outdate_by_balances() returns trigger language plpgsql as $$
begin
  insert into open_sum_change select distinct 0, c.business_id from changed b join account c on c.id = b.account_id;
  return null;
end $$;
create trigger balance_sums after insert on balance referencing new table as changed for each statement execute function outdate_by_balances();
create trigger balance_sums_change after update on balance referencing new table as changed for each statement execute function outdate_by_balances();
create trigger balance_sums_removal after delete on balance referencing old table as changed for each statement execute function outdate_by_balances();

create function outdate_by_accounts() returns trigger language plpgsql as $$
begin
  insert into open_sum_change select distinct 0, b.id from was o join became n on n.id = o.id cross join lateral (values (o.business_id), (n.business_id)) as b(id)
  where (o.business_id, o.department_id, o.analyst_id, o.active, o.currency) is distinct from (n.business_id, n.department_id, n.analyst_id, n.active, n.currency);
  return null;
end $$;
create trigger account_sums_change after update on account referencing old table as was new table as became for each statement execute function outdate_by_accounts();

create function outdate_by_periods() returns trigger language plpgsql as $$
begin
  insert into open_sum_change select id, 0 from became;
  return null;
end $$;
create trigger period_sums_change after update on period referencing new table as became for each statement execute function outdate_by_periods();

create function outdate_by_load() returns trigger language plpgsql as $$
begin
  insert into open_sum_change values (new.period_id, 0);
  return null;
end $$;
create trigger balance_load_sums after update on balance_load for each row
  when ((old.confirmed_at, old.loaded_at) is distinct from (new.confirmed_at, new.loaded_at)) execute function outdate_by_load();

create function outdate_all() returns trigger language plpgsql as $$
begin
  insert into open_sum_change values (0, 0);
  return null;
end $$;
create trigger holiday_sums after insert or update or delete on holiday for each statement execute function outdate_all();
create trigger calendar_sums after insert or update or delete on calendar for each statement execute function outdate_all();
create trigger period_sums after insert on period for each statement execute function outdate_all();
create trigger business_sums after update on business for each row when (old.country_id <> new.country_id) execute function outdate_all();

-- Balances that are expected of a period and those that it has are stored too.
create table period_loaded (
  period_id int not null references period on delete cascade,
  country_id int not null, business_id int not null, department_id int, currency char(3) not null,
  expected int not null, loaded int not null
);
comment on table period_loaded is 'Accounts whose balance is expected in a period, and those of them that have one.';
create index period_loaded_period on period_loaded (period_id, business_id);

-- Of a period that is not kept as a whole: the businesses whose counts do not hold.
create function live_businesses() returns table (period_id int, business_id int) language plpgsql stable parallel safe rows 50 as $$
begin
  return query select o.id, b.id from live_periods() o(id) cross join business b
    where (o.id, b.id) not in (select k.period_id, k.business_id from v_open_sum k);
end $$;

create or replace view v_analysis_count as
select k.* from period_count k where k.period_id in (select id from v_period_kept)
union all
select k.* from v_open_sum o join period_count k on k.period_id = o.period_id and k.business_id = o.business_id
union all
select a.period_id, a.business_id, a.department_id, a.materiality, a.state_main, a.state_jefatura, a.state_control, a.group_id, a.version,
  a.due_analyst, a.due_jefatura, a.due_control, a.control_at, a.submitted_at, a.submitted_at, 1
from live_businesses() o join analysis a on a.period_id = o.period_id and a.business_id = o.business_id;

create or replace view v_balance_sum as
select k.* from period_balance k where k.period_id in (select id from v_period_kept)
union all
select k.* from v_open_sum o join period_balance k on k.period_id = o.period_id and k.business_id = o.business_id
union all
select b.period_id, b.business_id, b.currency, b.balances, b.analyses, b.open, b.sent, b.review, b.rejected, b.approved, b.different, b.material, b.amount, b.difference,
  b.unsupported
from live_businesses() o join v_balance b on b.period_id = o.period_id and b.business_id = o.business_id;

comment on table period_sum is
  'The sums of a period''s items by organisation, currency, risk, frequency, materiality and whether they are groups; of an open period they hold for the businesses in v_open_sum.';

-- What is stored of closed periods is stored anew, with this.
delete from period_rolled;
