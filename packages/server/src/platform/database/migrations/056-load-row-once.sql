-- A row of a load is written once, as it was judged; what 041 kept free for a second writing of every row is not needed any more.
alter table load_row reset (fillfactor);
-- That the load is there was looked up again for each of its rows, a fifth of the time that writing them takes. They are only ever written
-- in a transaction that holds it, all by one statement; that they go with it stays.
alter table load_row drop constraint load_row_load_id_fkey;
create function load_row_goes() returns trigger language plpgsql as $$
begin
  delete from load_row where load_id = old.id;
  return null;
end $$;
create trigger load_row_goes after delete on balance_load for each row execute function load_row_goes();
