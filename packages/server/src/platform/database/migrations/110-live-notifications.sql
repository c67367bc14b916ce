-- A notification is announced in the transaction that writes it, to every process at once.
create function announce_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('cuadre_live', json_build_object('kind', 'notification', 'userId', new.user_id, 'id', new.id)::text);
  return null;
end $$;
create trigger notification_live after insert on notification for each row execute function announce_notification();

-- By kind of alert (rules §2.7): mail at once, in the daily digest or not at all; silenced: neither mail nor notification, except what has priority A.
create table notification_preference (
  user_id int not null references app_user,
  type_id int not null,
  mail text not null default 'inmediato' check (mail in ('inmediato', 'resumen', 'ninguno')),
  silenced boolean not null default false,
  primary key (user_id, type_id)
);

-- Held: waits for the digest, the worker passes over it. Items: the mails that a digest is made of.
alter table outbox add column held boolean not null default false, add column items jsonb;
drop index outbox_waiting;
create index outbox_waiting on outbox (next_at) where sent_at is null and attempts < 8 and not held;
create index outbox_held on outbox (user_id) where held;
