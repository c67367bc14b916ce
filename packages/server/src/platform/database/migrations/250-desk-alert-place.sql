-- Where the item is that a person was told of; null: nowhere in particular.
alter table alert_log
  add column business_id int references business,
  add column department_id int references department;

-- Of what was told before, it stands in the name of the item: 'por_vencer:analista:2026-10:<business>:<department>:…'.
update alert_log g set business_id = b.id, department_id = d.id
  from (select id, split_part(item, ':', 4) as business, split_part(item, ':', 5) as department from alert_log
    where item ~ '^(por_vencer|vencido|cola|limite):[^:]+:[^:]+:[0-9]{1,9}:[0-9]{1,9}:') of
    join business b on b.id = of.business::int left join department d on d.id = of.department::int
  where g.id = of.id;
