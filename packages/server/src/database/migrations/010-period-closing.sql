-- Writers of a period hold it in common until they commit; who closes it holds it alone. Without this a row that is
-- changed while the closing looks at the list would land in a period that is closed by then.
-- An advisory lock, because a row lock on the period would meet those that foreign keys take, in another order.
create function hold_period(p_period int) returns void language sql as $$ select pg_advisory_xact_lock_shared(2610, p_period) $$;
create function seize_period(p_period int) returns void language sql as $$ select pg_advisory_xact_lock(2610, p_period) $$;

-- As in 003, and a row can neither be moved into a closed period nor out of it.
create or replace function refuse_closed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform refuse_if_closed(old.period_id); end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.period_id <> old.period_id) then perform refuse_if_closed(new.period_id); end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create function refuse_if_closed(p_period int) returns void language plpgsql as $$
begin
  perform hold_period(p_period);
  if (select status_id from period where id = p_period) = 3 then
    raise exception 'period % is closed', p_period using errcode = 'CU001';
  end if;
end $$;
