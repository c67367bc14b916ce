-- Local days are found by the hours that clocks are off (dashboard/local-day.ts), no longer among the midnights of a zone.
drop function midnights(text);
