-- As append_event of 003, for many: the head of a period is locked and written once, and not once for each event.
create function append_events(p_actor int, p_role int, p_events jsonb) returns void language plpgsql as $$
declare head event_head; e event; r record; ids regclass := pg_get_serial_sequence('event', 'id');
begin
  for r in
    select * from rows from (jsonb_to_recordset(p_events)
      as ("periodId" int, kind text, "analysisId" int, "loadId" int, "from" int, "to" int, comment text, detail jsonb)) with ordinality
      as t(period_id, kind, analysis_id, load_id, from_state, to_state, comment, detail, place) order by period_id, place
  loop
    if head.period_id is distinct from r.period_id then
      update event_head set seq = head.seq, hash = head.hash where period_id = head.period_id;
      insert into event_head (period_id) values (r.period_id) on conflict do nothing;
      select * into head from event_head where period_id = r.period_id for update;
    end if;
    e := row(nextval(ids), r.period_id, head.seq + 1, r.kind, r.analysis_id, r.load_id, clock_timestamp(), p_actor, p_role, r.from_state, r.to_state,
      r.comment, r.detail, head.hash, '\x');
    e.hash := event_hash(e);
    insert into event select (e).*;
    head.seq := e.seq;
    head.hash := e.hash;
  end loop;
  update event_head set seq = head.seq, hash = head.hash where period_id = head.period_id;
end $$;
