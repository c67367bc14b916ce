-- Sessions that an identity provider of its own says are over (OpenID Connect Back-Channel Logout): their tokens are refused before they expire.
create table ended_session (
  iss text not null,
  sid text not null,
  ended_at timestamptz not null default now(),
  primary key (iss, sid)
);
create index ended_session_age on ended_session (ended_at);
