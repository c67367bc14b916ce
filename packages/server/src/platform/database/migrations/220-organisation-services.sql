-- Programs that call the API by themselves (decision 070). The row of app_user says who did what and carries the scope; it has no role, so
-- that it is nobody's colleague: it is in no list of people, gets no mail and signs nothing.
create table service_account (
  user_id int primary key references app_user,
  client_id text not null unique,
  keys text[] not null,
  -- When the secret was last made; null where the provider has none yet.
  secret_at timestamptz,
  last_used_at timestamptz,
  revision int not null default 1,
  created_by int not null references app_user,
  created_at timestamptz not null default now()
);
comment on table service_account is 'A program that signs in at the provider with a secret of its own (client credentials).';
