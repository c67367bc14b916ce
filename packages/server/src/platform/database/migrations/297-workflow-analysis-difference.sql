-- A period's analyses with the largest differences first, without sorting all of them.
create index analysis_difference on analysis (period_id, difference desc nulls last, id);
