-- A text inside the names of accounts is found by its trigrams, where the server has the extension and the migrating role may create it. Without the index every
-- account is read; whoever creates it later needs these two statements only.
do $$ begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    execute (select format('create index account_trigrams on account using gin (search %s.gin_trgm_ops)', extnamespace::regnamespace)
      from pg_extension where extname = 'pg_trgm');
  end if;
exception when insufficient_privilege then
  raise notice 'texts inside names are found without pg_trgm: %', sqlerrm;
end $$;
