-- The key that signs the manifests of evidence binders.

create table binder_key (
  single boolean primary key default true check (single),
  -- PKCS #8, and its public half as SPKI; both base64 of DER.
  private_key text not null,
  public_key text not null,
  made_at timestamptz not null default now()
);
comment on table binder_key is 'The one Ed25519 key by which a binder is known to be signed here, made when it is first needed; kept with the other secret of the server.';
