-- Asked for with every call: the plans of these are kept by each connection, where a function in SQL is planned anew with every statement.
create or replace function keys_of(p_user int, p_type int) returns text[] language plpgsql stable as $$
begin
  return (select coalesce(array_agg(k.key order by k.key), '{}') from (
    select p.key from user_role r join role_permission p on p.role_id = coalesce(r.custom_role_id, r.role_id)
      where r.user_id = p_user and r.role_id = p_type and not exists (select from user_permission o
        where o.user_id = p_user and o.key = p.key and not o.granted and (o.ends_at is null or o.ends_at > now()))
    union select o.key from user_permission o where o.user_id = p_user and o.granted and (o.ends_at is null or o.ends_at > now())
      and exists (select from user_role r where r.user_id = p_user and r.role_id = p_type)) k);
end
$$;

create or replace function second_factor_compulsory(p_user int) returns boolean language plpgsql stable as $$
begin
  return (select exists (select from user_role r where r.user_id = p_user and 1 = coalesce(
    (select value from parameter where type_id = 4 and role_id = r.role_id),
    (select value from parameter where type_id = 4 and role_id is null and r.role_id in (3, 5, 6)))));
end
$$;
