import type { Sql } from './options.ts'

// Each entry runs once, as one statement: a DO block is its own transaction, so two processes starting together
// wait for each other at the lock instead of racing through CREATE. Entries are never edited, only added.
const versions = [
  `create table identity.secret (name text primary key, value text not null);

   create table identity.account (
     sub text primary key,
     username text not null,
     email text not null,
     email_verified boolean not null,
     name text not null,
     locale text not null,
     password_hash text not null,
     enabled boolean not null default true,
     created_at timestamptz not null default now());
   create unique index account_username on identity.account (lower(username));
   create unique index account_email on identity.account (lower(email));

   create table identity.attempt (
     key text primary key,
     failures integer not null,
     last_at bigint not null);

   create table identity.totp (
     sub text primary key references identity.account on delete cascade,
     sealed_secret text not null,
     last_step bigint not null,
     enrolled_at timestamptz not null default now());

   create table identity.recovery_code (
     sub text not null references identity.account on delete cascade,
     hash text not null,
     primary key (sub, hash));

   create table identity.artifact (
     kind text not null,
     key text not null,
     payload text not null,
     sub text,
     uid text,
     grant_id text,
     expires_at bigint not null,
     consumed_at bigint,
     primary key (kind, key));
   create index artifact_sub on identity.artifact (sub);
   create index artifact_uid on identity.artifact (uid);
   create index artifact_grant on identity.artifact (grant_id);
   create index artifact_expiry on identity.artifact (expires_at);`,

  // From when a password's expiry counts.
  `alter table identity.account add column password_changed_at timestamptz not null default now();`,
]

export async function migrate(sql: Sql) {
  for (const [index, statements] of versions.entries()) {
    const version = index + 1
    await sql(`do $migration$
      begin
        perform pg_advisory_xact_lock(724031);
        create schema if not exists identity;
        create table if not exists identity.migration (version integer primary key);
        if not exists (select from identity.migration where version = ${version}) then
          ${statements}
          insert into identity.migration values (${version});
        end if;
      end $migration$`)
  }
}
