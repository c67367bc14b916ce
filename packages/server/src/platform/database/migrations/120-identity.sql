-- Compulsory second factor: off. 1 for everyone holds for control and administration; a role's own value before it.
insert into parameter (type_id, value) values (4, 0) on conflict do nothing;

-- There is a second factor: whoever has one shows it. Written at the opening of a session and where it is set or taken away.
alter table app_user add second_factor boolean not null default false;

-- The strictest of a person's roles decides.
create function second_factor_compulsory(p_user int) returns boolean language sql stable return (
  select exists (select from user_role r where r.user_id = p_user and 1 = coalesce(
    (select value from parameter where type_id = 4 and role_id = r.role_id),
    (select value from parameter where type_id = 4 and role_id is null and r.role_id in (3, 6)))));

-- Days after which a person's password expires: the strictest of their roles; 0 is never.
create function password_days(p_user int) returns int language sql stable return (
  select coalesce(min(nullif(coalesce(o.value, g.value), 0)), 0) from parameter g
    left join user_role r on r.user_id = p_user left join parameter o on o.type_id = 2 and o.role_id = r.role_id
    where g.type_id = 2 and g.role_id is null);

-- A code on its way to prove an e-mail; of the code, a salted hash.
create table email_code (
  email text primary key,
  hash text not null,
  tries int not null default 0,
  expires_at timestamptz not null
);

-- A link on its way to whoever forgot the password; of its secret, the hash.
create table password_link (
  hash text primary key,
  sub text not null,
  user_id int references app_user,
  email text not null,
  locale text not null,
  expires_at timestamptz not null
);
create index password_link_sub on password_link (sub);
