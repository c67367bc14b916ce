-- As in 003, with two holes closed. Whoever writes in a period shares its row until the commit, so that closing waits for the
-- writer and the writer for the closing: without it a change made while the closing reads its list lands in a closed period.
-- And a row can neither be moved into a closed period nor out of one.
-- Order of locks: period, analyses, head of the events. Closing takes `for no key update`, which lets foreign keys pass.
create function refuse_if_closed(p_period int) returns void language plpgsql as $$
begin
  if (select status_id from period where id = p_period for share) = 3 then
    raise exception 'period % is closed', p_period using errcode = 'CU001';
  end if;
end $$;

create or replace function refuse_closed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform refuse_if_closed(old.period_id); end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.period_id <> old.period_id) then perform refuse_if_closed(new.period_id); end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
