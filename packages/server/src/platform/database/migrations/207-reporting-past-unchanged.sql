-- As of a moment, faster: what has not changed since is read as it stands, and only what has changed from its record, instead of choosing for
-- every column of every row. What has changed since a moment is found by the moment.
create index analysis_past_until on analysis_past (until, period_id, id);
create index balance_past_until on balance_past (until, period_id, account_id);

create or replace function analysis_at(at timestamptz)
returns table (id int, period_id int, account_id int, country_id int, business_id int, sub_management_id int, department_id int, heading_id int, group_id int, analyst_id int,
  risk char(1), currency char(3), balance numeric(20, 2), previous numeric(20, 2), value numeric(20, 2), difference numeric(20, 2), comment text, materiality text,
  state_main int, state_jefatura int, state_control int, status_id int, reject_reason_id int, rejection text,
  due_analyst timestamptz, due_jefatura timestamptz, due_control timestamptz, loaded_at timestamptz, first_submitted_at timestamptz, submitted_at timestamptz, auto boolean,
  jefatura_at timestamptz, jefatura_by int, control_at timestamptz, control_by int, rejections_jefatura int, rejections_control int, reopenings int, version int, revision int)
language sql stable as $$
  select v.id, v.period_id, v.account_id, v.country_id, v.business_id, v.sub_management_id, v.department_id, v.heading_id, v.group_id, v.analyst_id,
    v.risk, v.currency, v.balance, v.previous, case when k.kept or v.submitted_at <= at then v.value end,
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
        a.currency, a.balance, a.previous, a.value, a.difference, a.comment, a.materiality, a.state_main, a.state_jefatura, a.state_control, a.status_id,
        a.reject_reason_id, a.rejection, a.due_analyst, a.due_jefatura, a.due_control, a.generated_by_load, a.first_submitted_at, a.submitted_at, a.auto,
        a.jefatura_at, a.jefatura_by, a.control_at, a.control_by, a.rejections_jefatura, a.rejections_control, a.reopenings, a.version, a.revision, a.opened_at
      from analysis a
      where not exists (select from analysis_past x where x.period_id = a.period_id and x.id = a.id and x.until > (select past_from(at)))
      union all
      select o.id, o.period_id, o.account_id, o.country_id, o.business_id, o.sub_management_id, o.department_id, o.heading_id, o.group_id, o.analyst_id, o.risk,
        o.currency, o.balance, o.previous, o.value, o.difference, o.comment, o.materiality, o.state_main, o.state_jefatura, o.state_control, o.status_id,
        o.reject_reason_id, o.rejection, o.due_analyst, o.due_jefatura, o.due_control, o.generated_by_load, o.first_submitted_at, o.submitted_at, o.auto,
        o.jefatura_at, o.jefatura_by, o.control_at, o.control_by, o.rejections_jefatura, o.rejections_control, o.reopenings, o.version, o.revision, o.opened_at
      from (select distinct on (x.period_id, x.id) x.* from analysis_past x where x.until > (select past_from(at)) order by x.period_id, x.id, x.until, x.seq) o) w
    left join period p on p.id = w.period_id left join balance_load l on l.id = w.generated_by_load) v
  cross join (select past_kept(at) as kept offset 0) k
  where (case when k.kept and v.opened_at is not null then v.opened_at else v.loaded_at end) <= at
$$;

create or replace function account_at(at timestamptz)
returns table (id int, business_id int, code text, name text, heading_id int, department_id int, currency char(3), analyst_id int, active boolean, search text) language sql stable as $$
  select c.id, c.business_id, c.code, c.name, c.heading_id, c.department_id, c.currency, c.analyst_id, c.active, c.search
  from account c where not exists (select from account_past x where x.id = c.id and x.until > (select past_from(at)))
  union all
  select c.id, c.business_id, c.code, c.name, c.heading_id, o.department_id, c.currency, o.analyst_id, o.active, c.search
  from (select distinct on (x.id) x.* from account_past x where x.until > (select past_from(at)) order by x.id, x.until, x.seq) o join account c on c.id = o.id
$$;

create or replace function balance_at(at timestamptz) returns table (period_id int, account_id int, amount numeric(20, 2)) language sql stable as $$
  select w.period_id, w.account_id, w.amount from (
    select b.period_id, b.account_id, b.amount, b.load_id from balance b
    where not exists (select from balance_past x where x.period_id = b.period_id and x.account_id = b.account_id and x.until > (select past_from(at)))
    union all
    select o.period_id, o.account_id, o.amount, o.load_id
    from (select distinct on (x.period_id, x.account_id) x.* from balance_past x where x.until > (select past_from(at)) order by x.period_id, x.account_id, x.until, x.seq) o) w
  join balance_load l on l.id = w.load_id
  where coalesce(l.confirmed_at, l.loaded_at) <= at
$$;
