-- The first event of these analyses that does not fit what was written or the event before it in the period's chain, or null. What a page that
-- shows one analysis asks; verify_events proves the whole chain, which takes as long as the period is big.
create function verify_own_events(p_analyses int[]) returns int language sql stable return (
  select min(e.seq) from event e left join event b on b.period_id = e.period_id and b.seq = e.seq - 1
  where e.analysis_id = any(p_analyses)
    and (e.hash <> event_hash(e) or e.previous_hash <> coalesce(b.hash, '\x') or (e.seq > 1 and b.id is null)));
