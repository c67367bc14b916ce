-- A decision may say its reason itself: what is new stays, what was there goes when the analysis leaves its state.
create or replace function leave_substatus() returns trigger language plpgsql as $$
begin
  if new.status_id is not distinct from old.status_id then new.status_id := null; end if;
  if new.reject_reason_id is not distinct from old.reject_reason_id then new.reject_reason_id := null; end if;
  return new;
end $$;

-- Rejections are counted by their reason.
create index event_rejection on event (period_id, analysis_id) where kind in ('rechazado_jefatura', 'rechazado_control');
