-- A period's analyses with the largest differences first: those of what was submitted (decision 058), as lists show them.
drop index analysis_difference;
create index analysis_difference on analysis (period_id, (case when submitted_at is not null then difference::numeric end) desc nulls last, id);
