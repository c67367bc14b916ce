-- A person's picture, small enough to travel with who they are.
create table user_avatar (
  user_id int primary key references app_user,
  type text not null,
  bytes bytea not null check (length(bytes) between 1 and 262144),
  uploaded_at timestamptz not null default now()
);
