-- Auditors too need a second factor where it is compulsory for everyone's sake (rules §2.8); a role's own value still comes first.
create or replace function second_factor_compulsory(p_user int) returns boolean language sql stable return (
  select exists (select from user_role r where r.user_id = p_user and 1 = coalesce(
    (select value from parameter where type_id = 4 and role_id = r.role_id),
    (select value from parameter where type_id = 4 and role_id is null and r.role_id in (3, 5, 6)))));
