-- People: changes that two make at once, exceptions with a reason and an end, the device of a session.

alter table app_user add column revision int not null default 1;

alter table user_permission
  add column reason text,
  -- The last day on which it holds, and the moment after it, in the corporation's zone; without them it holds until it is taken away.
  add column until date,
  add column ends_at timestamptz,
  add column granted_by int references app_user,
  add column granted_at timestamptz,
  add check ((until is null) = (ends_at is null));
create index user_permission_ending on user_permission (ends_at) where ends_at is not null;
create index user_permission_key on user_permission (key);

-- The permissions of a person in one type of role: those of the role, without their own denials, with their own grants. What has ended counts no more.
create or replace function keys_of(p_user int, p_type int) returns text[] language sql stable return (
  select coalesce(array_agg(k.key order by k.key), '{}') from (
    select p.key from user_role r join role_permission p on p.role_id = coalesce(r.custom_role_id, r.role_id)
      where r.user_id = p_user and r.role_id = p_type and not exists (select from user_permission o
        where o.user_id = p_user and o.key = p.key and not o.granted and (o.ends_at is null or o.ends_at > now()))
    union select o.key from user_permission o where o.user_id = p_user and o.granted and (o.ends_at is null or o.ends_at > now())
      and exists (select from user_role r where r.user_id = p_user and r.role_id = p_type)) k);

-- The clock ends exceptions: then nobody is the actor.
alter table administration_change alter column actor_id drop not null, alter column role_id drop not null;

create table session_device (
  iss text not null,
  sid text not null,
  user_id int not null references app_user,
  browser text,
  system text,
  mobile boolean not null,
  opened_at timestamptz not null default now(),
  primary key (iss, sid)
);
comment on table session_device is 'Browser and system with which a person opened a session, as the browser named itself. No address.';
create index session_device_age on session_device (opened_at);

-- What one person has done, newest first.
create index event_actor on event (actor_id, id desc) where actor_id is not null;
