-- The first moment of each local day from 2023-12-02 until well after those that the dashboards ask about (dashboard/item.ts).
create function midnights(zone text) returns timestamptz[] language sql stable parallel safe as $$
  select array_agg((date '2023-12-01' + n)::timestamp at time zone zone order by n) from generate_series(1, (now()::date - date '2023-12-01') + 403) n
$$;
