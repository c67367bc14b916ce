-- How long an analysis may stay in a state (analysis_status.sla_hours): the moment at which that many working hours have passed. 9:00 to 18:00 on the
-- working days of a country, in its zone or in the one given; `addWorkingMinutes` (platform/jobs/working-time.ts) says the same of a single moment.
create function after_working_hours(since timestamptz, hours int, country int, own_zone text) returns timestamptz language plpgsql stable as $$
declare
  calendar_zone text := coalesce((select c.zone from calendar c where c.country_id = country), own_zone);
  days int[] := coalesce((select c.working_days from calendar c where c.country_id = country), '{1,2,3,4,5}');
  local timestamp := since at time zone calendar_zone;
  remaining interval := make_interval(hours => hours);
  opens timestamp;
  room interval;
begin
  loop
    if extract(isodow from local)::int = any(days) and local::time < time '18:00'
      and not exists (select from holiday h where h.country_id = country and h.day = local::date) then
      opens := greatest(local, local::date + time '09:00');
      room := local::date + time '18:00' - opens;
      if remaining <= room then return (opens + remaining) at time zone calendar_zone; end if;
      remaining := remaining - room;
    end if;
    local := (local::date + 1)::timestamp;
  end loop;
end $$;
