-- The pace of each analyst in closed months, so that it is not counted from every analysis again; and groups of the past, read once.
create table period_analyst_day (
  period_id int not null references period,
  country_id int not null,
  analyst_id int not null,
  day date not null,
  items int not null
);
comment on table period_analyst_day is 'Sign-offs of analysts in a closed period by local day.';
create index period_analyst_day_period on period_analyst_day (period_id, analyst_id);
-- What is stored of closed periods is stored anew, with this.
delete from period_rolled;

-- A group as of a moment, without joining all analyses with themselves: its members are read once, and what is asked of a period reaches them.
create or replace function item_at(at timestamptz) returns setof v_item language sql stable as $$
  select a.id, a.group_id, a.period_id, a.account_id, a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.analyst_id, a.currency,
    1, a.risk::text, a.materiality, a.balance::numeric, a.previous::numeric, a.value::numeric, a.difference::numeric, a.comment, a.rejection,
    a.state_main, a.state_jefatura, a.state_control, a.due_analyst, a.due_jefatura, a.due_control, p.due_close, a.loaded_at, a.first_submitted_at, a.submitted_at,
    a.jefatura_at, a.jefatura_by, a.control_at, a.control_by, a.rejections_jefatura, a.rejections_control, a.reopenings, a.version, a.revision, a.auto
  from analysis_at(at) a left join period_at(at) p on p.id = a.period_id where a.group_id is null
  union all
  select g.id, g.group_id, g.period_id, g.account_id, g.country_id, g.business_id, g.sub_management_id, g.department_id, g.heading_id, g.analyst_id, g.currency,
    g.weight, (array['A', 'M', 'B'])[g.riskiest], (array['no_material', 'menor', 'material', 'critica'])[g.most], g.balances, g.previouses, g.counted, g.differences,
    g.comment, g.rejection,
    g.state_main, g.state_jefatura, g.state_control, g.due_analyst, g.due_jefatura, g.due_control, p.due_close, g.loaded_at, g.first_submitted_at, g.submitted_at,
    g.jefatura_at, g.jefatura_by, g.control_at, g.control_by, g.rejections_jefatura, g.rejections_control, g.reopenings, g.version, g.revision, g.auto
  from (
    select m.*, min(m.id) over members as head, (count(*) over members)::int as weight, min(array_position(array['A', 'M', 'B'], m.risk::text)) over members as riskiest,
      max(array_position(array['no_material', 'menor', 'material', 'critica'], m.materiality)) over members as most,
      sum(m.balance) over members as balances, sum(m.previous) over members as previouses, sum(m.value) over members as counted, sum(m.difference) over members as differences
    from analysis_at(at) m where m.group_id is not null window members as (partition by m.period_id, m.group_id)) g
  left join period_at(at) p on p.id = g.period_id where g.id = g.head
$$;
