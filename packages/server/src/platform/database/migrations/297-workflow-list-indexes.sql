-- A period's analyses with the largest differences first, without sorting all of them.
create index analysis_difference on analysis (period_id, difference desc nulls last, id);
-- The few critical ones of a period, without reading all others.
create index analysis_critical on analysis (period_id, account_id) where materiality = 'critica';
