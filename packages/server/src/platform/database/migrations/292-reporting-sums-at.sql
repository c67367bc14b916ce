-- Sums of a period as of moments in its course (decision 078). As of another moment they are those of the nearest, without what has changed in between as
-- it was then, and with it as it was at the other. What has been is never changed, so that nothing here is made anew but when the calendars change.

create table period_sums_at (
  period_id int not null references period on delete cascade,
  at timestamptz not null,
  -- The time zone in which its days begin and end.
  zone text not null,
  -- As many as there were.
  analyses int not null,
  -- Deadlines of what was not approved, and of how many analyses each is: what has not changed may count otherwise before or after one.
  dues timestamptz[] not null,
  due_analyses int[] not null,
  -- The rows that `period_sum` and `period_day` have of a period; null until they are stored, and when calendars change. Also to be made null when these tables
  -- get another column.
  sums period_sum[],
  days period_day[],
  primary key (period_id, at)
);
comment on table period_sums_at is 'The sums of a period as they were at a moment.';

-- Each waits for what is being stored, and what is to be stored for it: nothing stays that was counted by other days.
create function forget_sums_at() returns trigger language plpgsql as $$
begin
  lock table period_sums_at in exclusive mode;
  update period_sums_at set sums = null, days = null;
  return null;
end $$;
create trigger holiday_sums_at after insert or update or delete on holiday for each statement execute function forget_sums_at();
create trigger calendar_sums_at after insert or update or delete on calendar for each statement execute function forget_sums_at();
-- The days of a preparation begin with the load.
create function forget_sums_at_of_period() returns trigger language plpgsql as $$
begin
  lock table period_sums_at in exclusive mode;
  update period_sums_at set sums = null, days = null where period_id = new.period_id;
  return null;
end $$;
create trigger balance_load_sums_at after update on balance_load for each row
  when (old.confirmed_at is not null and (old.confirmed_at, old.loaded_at) is distinct from (new.confirmed_at, new.loaded_at)) execute function forget_sums_at_of_period();

-- What has been opened since a moment is found by it; what has been in a group, by the group.
drop index analysis_period;
create index analysis_period on analysis (period_id, opened_at);
create index analysis_past_group on analysis_past (group_id) where group_id is not null;

-- Deadlines between a moment that sums are stored of and another, of what was not approved at the first.
create function dues_between(of_period int, stored timestamptz, other timestamptz) returns table (due timestamptz, analyses int) language sql stable as $$
  select d.due, d.analyses from period_sums_at v cross join unnest(v.dues, v.due_analyses) as d(due, analyses)
  where v.period_id = of_period and v.at = stored and d.due between least(stored, other) and greatest(stored, other)
$$;
-- How many analyses at most count otherwise at the one than at the other.
create function changes_between(of_period int, stored timestamptz, other timestamptz) returns int language sql stable as $$
  select ((select count(*) from analysis_past x where x.period_id = of_period and x.until > least(stored, other) and x.until <= greatest(stored, other))
    + (select count(*) from analysis a where a.period_id = of_period and a.opened_at > least(stored, other) and a.opened_at <= greatest(stored, other))
    + (select count(*) from analysis_past x where x.period_id = of_period and x.gone and x.opened_at > least(stored, other) and x.opened_at <= greatest(stored, other))
    + (select coalesce(sum(d.analyses), 0) from dues_between(of_period, stored, other) d))::int
$$;
-- Of analyses and of the groups that they are or have been in, the items as of a moment. Its plans are made once for each connection: to plan `item_at` takes
-- longer than to find few of its rows.
create function items_of(of_period int, ids int[], moment timestamptz) returns setof v_item language plpgsql stable rows 1000
set plan_cache_mode = force_generic_plan as $$
declare
  groups int[];
  members int[];
begin
  return query select a.* from item_at(moment) a where a.group_id is null and a.id = any(ids);
  groups := array(select a.group_id from analysis a where a.id = any(ids) and a.group_id is not null
    union select x.group_id from analysis_past x where x.id = any(ids) and x.group_id is not null);
  if cardinality(groups) = 0 then
    return;
  end if;
  members := array(select a.id from analysis a where a.period_id = of_period and a.group_id = any(groups)
    union select x.id from analysis_past x where x.period_id = of_period and x.group_id = any(groups));
  -- As in `item_at`, which would look through all that has changed since.
  return query select g.id, g.group_id, g.period_id, g.account_id, g.country_id, g.business_id, g.sub_management_id, g.department_id, g.heading_id, g.analyst_id, g.currency::char(3),
    g.weight, (array['A', 'M', 'B'])[g.riskiest], (array['no_material', 'menor', 'material', 'critica'])[g.most], g.balances, g.previouses, g.counted, g.differences,
    g.comment, g.rejection,
    g.state_main, g.state_jefatura, g.state_control, g.due_analyst, g.due_jefatura, g.due_control, p.due_close, g.loaded_at, g.first_submitted_at, g.submitted_at,
    g.jefatura_at, g.jefatura_by, g.control_at, g.control_by, g.rejections_jefatura, g.rejections_control, g.reopenings, g.version, g.revision, g.auto,
    (array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'])[g.oftenest]
  from (
    select m.*, min(m.id) over of_group as head, (count(*) over of_group)::int as weight, min(array_position(array['A', 'M', 'B'], m.risk::text)) over of_group as riskiest,
      min(array_position(array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'], m.frequency)) over of_group as oftenest,
      max(array_position(array['no_material', 'menor', 'material', 'critica'], m.materiality)) over of_group as most,
      sum(m.balance) over of_group as balances, sum(m.previous) over of_group as previouses, sum(m.value) over of_group as counted, sum(m.difference) over of_group as differences
    from analysis_at(moment) m where m.id = any(members) and m.group_id = any(groups) window of_group as (partition by m.period_id, m.group_id)) g
  left join period_at(moment) p on p.id = g.period_id where g.id = g.head;
end $$;
-- What counts otherwise at a moment that sums are stored of than at another, as of one of them.
create function items_between(of_period int, stored timestamptz, other timestamptz, moment timestamptz) returns setof v_item language plpgsql stable rows 1000
set plan_cache_mode = force_generic_plan as $$
declare
  since timestamptz := least(stored, other);
  till timestamptz := greatest(stored, other);
  ids int[];
begin
  ids := array(select x.id from analysis_past x where x.period_id = of_period and x.until > since and x.until <= till
    union select a.id from analysis a where a.period_id = of_period and a.opened_at > since and a.opened_at <= till
    union select x.id from analysis_past x where x.period_id = of_period and x.gone and x.opened_at > since and x.opened_at <= till);
  -- What has not changed has the deadlines that it had.
  if exists (select from dues_between(of_period, stored, other)) then
    ids := array(select unnest(ids) union select a.id from analysis_at(stored) a cross join lateral (values (a.due_analyst), (a.due_jefatura), (a.due_control)) as d(due)
      where a.period_id = of_period and a.state_main <> 4 and d.due between since and till);
  end if;
  return query select * from items_of(of_period, ids, moment);
end $$;

-- They may have been forgotten since somebody found that they are stored: then the question is asked anew.
create function expect_sums_at(of_period int, stored timestamptz) returns boolean language plpgsql stable as $$
begin
  if not exists (select from period_sums_at v where v.period_id = of_period and v.at = stored and v.sums is not null) then
    raise exception 'the sums of period % at % are not stored any more', of_period, stored using errcode = 'serialization_failure';
  end if;
  return true;
end $$;

-- Balances and accounts as of a moment are read as they are stored, where they have not changed since; unless they are stored anew meanwhile.
drop function expect_open_sums(int, timestamptz, int[], int[], text);
drop function open_sum_version(int, timestamptz, int[], int[]);
create function open_sum_version(of_period int) returns text language sql stable as $$ select max(o.since)::text from open_sum o where o.period_id = of_period $$;
create function expect_open_sums(of_period int, version text) returns boolean language plpgsql stable as $$
begin
  if open_sum_version(of_period) is distinct from version then
    raise exception 'the stored sums of period % have changed', of_period using errcode = 'serialization_failure';
  end if;
  return true;
end $$;

-- Which deadlines have passed is not asked of them any more.
drop view v_open_sum cascade;
alter table open_sum drop column passed;
comment on column open_sum.opened is 'When its last analysis was opened: as of a moment before, its balances are counted.';
create view v_open_sum as
select o.period_id, o.business_id, o.since, o.until, o.zone, o.opened from open_sum o
where (o.period_id, o.business_id) not in (select c.period_id, c.business_id from open_sum_change c)
  and o.business_id not in (select c.business_id from open_sum_change c where c.period_id = 0)
  and o.period_id not in (select c.period_id from open_sum_change c where c.business_id = 0)
  and not exists (select from open_sum_change c where c.period_id = 0 and c.business_id = 0);
create view v_analysis_count as
select k.* from period_count k where k.period_id in (select id from v_period_kept)
union all
select k.* from v_open_sum o join period_count k on k.period_id = o.period_id and k.business_id = o.business_id
union all
select a.period_id, a.business_id, a.department_id, a.materiality, a.state_main, a.state_jefatura, a.state_control, a.group_id, a.version,
  a.due_analyst, a.due_jefatura, a.due_control, a.control_at, a.submitted_at, a.submitted_at, 1
from live_businesses() o join analysis a on a.period_id = o.period_id and a.business_id = o.business_id;

create view v_balance_sum as
select k.* from period_balance k where k.period_id in (select id from v_period_kept)
union all
select k.* from v_open_sum o join period_balance k on k.period_id = o.period_id and k.business_id = o.business_id
union all
select b.period_id, b.business_id, b.currency, b.balances, b.analyses, b.open, b.sent, b.review, b.rejected, b.approved, b.different, b.material, b.amount, b.difference,
  b.unsupported
from live_businesses() o join v_balance b on b.period_id = o.period_id and b.business_id = o.business_id;
