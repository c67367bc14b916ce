-- How often an account is analysed is frozen with its analysis, as risk and organisation are: figures that compare those alike in risk, materiality and
-- frequency (rules §1.4) ask what was in force then, whatever the account has become since (decision 075).
alter table analysis add column frequency text not null default 'MENSUAL' check (frequency in ('MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'));
alter table analysis_past add column frequency text not null default 'MENSUAL';

-- Of analyses that exist already nobody wrote it down: the account's of today, where that falls due in their month; else the account was analysed every month.
alter table analysis disable trigger user;
update analysis a set frequency = c.frequency from account c, period p
where c.id = a.account_id and p.id = a.period_id and c.frequency <> 'MENSUAL' and falls_due(c.frequency, p.name);
alter table analysis enable trigger user;
alter table analysis_past disable trigger user;
update analysis_past x set frequency = c.frequency from account c, period p
where c.id = x.account_id and p.id = x.period_id and c.frequency <> 'MENSUAL' and falls_due(c.frequency, p.name);
alter table analysis_past enable trigger user;

create or replace function keep_analysis_past() returns trigger language plpgsql as $$
declare moment timestamptz := clock_timestamp();
begin
  if tg_op = 'UPDATE' then
    -- A change is seen by its revision, or by what may change without one.
    insert into analysis_past (until, gone, id, period_id, account_id, country_id, business_id, sub_management_id, department_id, heading_id, group_id, analyst_id,
      risk, frequency, currency, balance, previous, value, difference, comment, materiality, state_main, state_jefatura, state_control, status_id, reject_reason_id, rejection,
      due_analyst, due_jefatura, due_control, generated_by_load, first_submitted_at, submitted_at, auto, jefatura_at, jefatura_by, control_at, control_by,
      rejections_jefatura, rejections_control, reopenings, version, revision, opened_at)
    select moment, false, o.id, o.period_id, o.account_id, o.country_id, o.business_id, o.sub_management_id, o.department_id, o.heading_id, o.group_id, o.analyst_id,
      o.risk, o.frequency, o.currency, o.balance, o.previous, o.value, o.difference, o.comment, o.materiality, o.state_main, o.state_jefatura, o.state_control, o.status_id,
      o.reject_reason_id, o.rejection, o.due_analyst, o.due_jefatura, o.due_control, o.generated_by_load, o.first_submitted_at, o.submitted_at, o.auto, o.jefatura_at,
      o.jefatura_by, o.control_at, o.control_by, o.rejections_jefatura, o.rejections_control, o.reopenings, o.version, o.revision, o.opened_at
    from was o join became n on n.id = o.id where o is distinct from n;
  else
    insert into analysis_past (until, gone, id, period_id, account_id, country_id, business_id, sub_management_id, department_id, heading_id, group_id, analyst_id,
      risk, frequency, currency, balance, previous, value, difference, comment, materiality, state_main, state_jefatura, state_control, status_id, reject_reason_id, rejection,
      due_analyst, due_jefatura, due_control, generated_by_load, first_submitted_at, submitted_at, auto, jefatura_at, jefatura_by, control_at, control_by,
      rejections_jefatura, rejections_control, reopenings, version, revision, opened_at)
    select moment, true, o.id, o.period_id, o.account_id, o.country_id, o.business_id, o.sub_management_id, o.department_id, o.heading_id, o.group_id, o.analyst_id,
      o.risk, o.frequency, o.currency, o.balance, o.previous, o.value, o.difference, o.comment, o.materiality, o.state_main, o.state_jefatura, o.state_control, o.status_id,
      o.reject_reason_id, o.rejection, o.due_analyst, o.due_jefatura, o.due_control, o.generated_by_load, o.first_submitted_at, o.submitted_at, o.auto, o.jefatura_at,
      o.jefatura_by, o.control_at, o.control_by, o.rejections_jefatura, o.rejections_control, o.reopenings, o.version, o.revision, o.opened_at
    from was o;
  end if;
  return null;
end $$;

-- Items: a group is as its members together, and of their frequencies it has the most frequent, as of their risks the gravest.
create or replace view v_item_alone as
select a.id, a.group_id, a.period_id, a.account_id, a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.analyst_id, a.currency,
  1 as weight, a.risk::text as risk, a.materiality, a.balance::numeric as balance, a.previous::numeric as previous, a.value::numeric as value, a.difference::numeric as difference,
  a.comment, a.rejection, a.state_main, a.state_jefatura, a.state_control, a.due_analyst, a.due_jefatura, a.due_control, p.due_close,
  coalesce(l.confirmed_at, l.loaded_at, p.opened_at) as loaded_at, a.first_submitted_at, a.submitted_at, a.jefatura_at, a.jefatura_by, a.control_at, a.control_by,
  a.rejections_jefatura, a.rejections_control, a.reopenings, a.version, a.revision, a.auto, a.frequency
from analysis a left join period p on p.id = a.period_id left join balance_load l on l.id = a.generated_by_load
where a.group_id is null;

create or replace view v_item_group as
select a.id, g.group_id, g.period_id, a.account_id, a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.analyst_id, a.currency,
  g.weight, g.risk, g.materiality, g.balance, g.previous, g.value, g.difference,
  a.comment, a.rejection, a.state_main, a.state_jefatura, a.state_control, a.due_analyst, a.due_jefatura, a.due_control, p.due_close,
  coalesce(l.confirmed_at, l.loaded_at, p.opened_at) as loaded_at, a.first_submitted_at, a.submitted_at, a.jefatura_at, a.jefatura_by, a.control_at, a.control_by,
  a.rejections_jefatura, a.rejections_control, a.reopenings, a.version, a.revision, a.auto, g.frequency
from (
  select m.period_id, m.group_id, min(m.id) as head, count(*)::int as weight, (array['A', 'M', 'B'])[min(array_position(array['A', 'M', 'B'], m.risk::text))] as risk,
    (array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'])[min(array_position(array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'], m.frequency))] as frequency,
    (array['no_material', 'menor', 'material', 'critica'])[max(array_position(array['no_material', 'menor', 'material', 'critica'], m.materiality))] as materiality,
    sum(m.balance) as balance, sum(m.previous) as previous, sum(m.value) as value, sum(m.difference) as difference
  from analysis m where m.group_id is not null group by m.period_id, m.group_id) g
join analysis a on a.id = g.head left join period p on p.id = a.period_id left join balance_load l on l.id = a.generated_by_load;

create or replace view v_item as select * from v_item_alone union all select * from v_item_group;

-- As of a moment: what is answered gains a column, so the function is made anew.
drop function analysis_at(timestamptz);
create function analysis_at(at timestamptz)
returns table (id int, period_id int, account_id int, country_id int, business_id int, sub_management_id int, department_id int, heading_id int, group_id int, analyst_id int,
  risk char(1), frequency text, currency char(3), balance numeric(20, 2), previous numeric(20, 2), value numeric(20, 2), difference numeric(20, 2), comment text, materiality text,
  state_main int, state_jefatura int, state_control int, status_id int, reject_reason_id int, rejection text,
  due_analyst timestamptz, due_jefatura timestamptz, due_control timestamptz, loaded_at timestamptz, first_submitted_at timestamptz, submitted_at timestamptz, auto boolean,
  jefatura_at timestamptz, jefatura_by int, control_at timestamptz, control_by int, rejections_jefatura int, rejections_control int, reopenings int, version int, revision int)
language sql stable as $$
  select v.id, v.period_id, v.account_id, v.country_id, v.business_id, v.sub_management_id, v.department_id, v.heading_id, v.group_id, v.analyst_id,
    v.risk, v.frequency, v.currency, v.balance, v.previous, case when k.kept or v.submitted_at <= at then v.value end,
    case when k.kept or v.submitted_at <= at then v.difference else v.balance end, v.comment, v.materiality,
    case when k.kept then v.state_main when v.state_main = 4 and v.control_at <= at then 4
      when v.state_main = 3 and (case when v.state_control = 3 then v.control_at else v.jefatura_at end) <= at then 3
      when v.state_jefatura = 4 and v.jefatura_at <= at then 2 else 1 end,
    case when k.kept or v.jefatura_at <= at then v.state_jefatura else 1 end,
    case when k.kept or v.control_at <= at then v.state_control when v.state_jefatura = 4 and v.jefatura_at <= at then 1 end,
    v.status_id, v.reject_reason_id, v.rejection, v.due_analyst, v.due_jefatura, v.due_control, v.loaded_at,
    case when k.kept or v.first_submitted_at <= at then v.first_submitted_at end, case when k.kept or v.submitted_at <= at then v.submitted_at end, v.auto,
    case when k.kept or v.jefatura_at <= at then v.jefatura_at end, case when k.kept or v.jefatura_at <= at then v.jefatura_by end,
    case when k.kept or v.control_at <= at then v.control_at end, case when k.kept or v.control_at <= at then v.control_by end,
    v.rejections_jefatura, v.rejections_control, v.reopenings, v.version, v.revision
  from (
    select w.*, coalesce(l.confirmed_at, l.loaded_at, p.opened_at) as loaded_at from (
      select a.id, a.period_id, a.account_id, a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.group_id, a.analyst_id, a.risk,
        a.frequency, a.currency, a.balance, a.previous, a.value, a.difference, a.comment, a.materiality, a.state_main, a.state_jefatura, a.state_control, a.status_id,
        a.reject_reason_id, a.rejection, a.due_analyst, a.due_jefatura, a.due_control, a.generated_by_load, a.first_submitted_at, a.submitted_at, a.auto,
        a.jefatura_at, a.jefatura_by, a.control_at, a.control_by, a.rejections_jefatura, a.rejections_control, a.reopenings, a.version, a.revision, a.opened_at
      from analysis a
      where not exists (select from analysis_past x where x.period_id = a.period_id and x.id = a.id and x.until > (select past_from(at)))
      union all
      select o.id, o.period_id, o.account_id, o.country_id, o.business_id, o.sub_management_id, o.department_id, o.heading_id, o.group_id, o.analyst_id, o.risk,
        o.frequency, o.currency, o.balance, o.previous, o.value, o.difference, o.comment, o.materiality, o.state_main, o.state_jefatura, o.state_control, o.status_id,
        o.reject_reason_id, o.rejection, o.due_analyst, o.due_jefatura, o.due_control, o.generated_by_load, o.first_submitted_at, o.submitted_at, o.auto,
        o.jefatura_at, o.jefatura_by, o.control_at, o.control_by, o.rejections_jefatura, o.rejections_control, o.reopenings, o.version, o.revision, o.opened_at
      from (select distinct on (x.period_id, x.id) x.* from analysis_past x where x.until > (select past_from(at)) order by x.period_id, x.id, x.until, x.seq) o) w
    left join period p on p.id = w.period_id left join balance_load l on l.id = w.generated_by_load) v
  cross join (select past_kept(at) as kept offset 0) k
  where (case when k.kept and v.opened_at is not null then v.opened_at else v.loaded_at end) <= at
$$;

create or replace function item_at(at timestamptz) returns setof v_item language sql stable as $$
  select a.id, a.group_id, a.period_id, a.account_id, a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.analyst_id, a.currency,
    1, a.risk::text, a.materiality, a.balance::numeric, a.previous::numeric, a.value::numeric, a.difference::numeric, a.comment, a.rejection,
    a.state_main, a.state_jefatura, a.state_control, a.due_analyst, a.due_jefatura, a.due_control, p.due_close, a.loaded_at, a.first_submitted_at, a.submitted_at,
    a.jefatura_at, a.jefatura_by, a.control_at, a.control_by, a.rejections_jefatura, a.rejections_control, a.reopenings, a.version, a.revision, a.auto, a.frequency
  from analysis_at(at) a left join period_at(at) p on p.id = a.period_id where a.group_id is null
  union all
  select g.id, g.group_id, g.period_id, g.account_id, g.country_id, g.business_id, g.sub_management_id, g.department_id, g.heading_id, g.analyst_id, g.currency,
    g.weight, (array['A', 'M', 'B'])[g.riskiest], (array['no_material', 'menor', 'material', 'critica'])[g.most], g.balances, g.previouses, g.counted, g.differences,
    g.comment, g.rejection,
    g.state_main, g.state_jefatura, g.state_control, g.due_analyst, g.due_jefatura, g.due_control, p.due_close, g.loaded_at, g.first_submitted_at, g.submitted_at,
    g.jefatura_at, g.jefatura_by, g.control_at, g.control_by, g.rejections_jefatura, g.rejections_control, g.reopenings, g.version, g.revision, g.auto,
    (array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'])[g.oftenest]
  from (
    select m.*, min(m.id) over members as head, (count(*) over members)::int as weight, min(array_position(array['A', 'M', 'B'], m.risk::text)) over members as riskiest,
      min(array_position(array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'], m.frequency)) over members as oftenest,
      max(array_position(array['no_material', 'menor', 'material', 'critica'], m.materiality)) over members as most,
      sum(m.balance) over members as balances, sum(m.previous) over members as previouses, sum(m.value) over members as counted, sum(m.difference) over members as differences
    from analysis_at(at) m where m.group_id is not null window members as (partition by m.period_id, m.group_id)) g
  left join period_at(at) p on p.id = g.period_id where g.id = g.head
$$;

-- The kept sums of closed months are told apart by it too.
delete from period_sum;
alter table period_sum add column frequency text not null;
comment on table period_sum is 'The sums of a closed period''s items by organisation, currency, risk, frequency, materiality and whether they are groups.';

-- What is stored of closed periods is stored anew, with this.
delete from period_rolled;
