-- Which rows of a sample its auditor has opened is read from the log of accesses.
create index auditor_access_opened on auditor_access (user_id, route, at) where call = 'getAnalysis';
