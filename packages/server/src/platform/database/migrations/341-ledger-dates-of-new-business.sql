-- A business that is created while periods are open has the deadlines there that its country gives, as those of its country have that have none of their own.
create function date_new_business() returns trigger language plpgsql as $$
begin
  insert into period_due (period_id, business_id, due_analyst, due_jefatura, due_control)
  select distinct on (d.period_id) d.period_id, new.id, d.due_analyst, d.due_jefatura, d.due_control
  from period_due d join period p on p.id = d.period_id and p.status_id <> 3 join business b on b.id = d.business_id
  where b.country_id = new.country_id and not exists (select from deadline own where own.business_id = b.id)
  order by d.period_id, b.id;
  return null;
end $$;
create trigger business_dates after insert on business for each row execute function date_new_business();
