-- An event's hash is made of the one before it and of its text, which the binder gives so that it can be computed again elsewhere.
create or replace function event_hash(e event) returns bytea language sql immutable
  return sha256(e.previous_hash || convert_to(event_text(e), 'UTF8'));
