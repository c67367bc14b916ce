-- The sums of a closed period by business: what is asked of whole businesses is summed from a hundredth of the rows.
create table period_total (like period_sum including defaults);
alter table period_total drop column sub_management_id, drop column department_id, drop column risk, drop column material, drop column grouped,
  add foreign key (period_id) references period, add primary key (period_id, country_id, business_id, currency);

insert into period_total (period_id, country_id, business_id, currency, items, accounts, signed, on_time, on_time_analyst, on_time_jefatura, on_time_control,
  late_roles, done, done_late, overdue, pending, done_at_close, unsent, at_jefatura, at_control, rejected, approved, first_pass, decisions,
  rejections_jefatura, rejections_control, reopenings, automatic, differing, material_items, prepared, prepared_days, jefatura, jefatura_days, control,
  control_days, whole, whole_days, balance, balance_approved, difference, unexplained, moved_material, moved_material_approved)
select period_id, country_id, business_id, currency, sum(items), sum(accounts), sum(signed), sum(on_time), sum(on_time_analyst), sum(on_time_jefatura),
  sum(on_time_control), sum(late_roles), sum(done), sum(done_late), sum(overdue), sum(pending), sum(done_at_close), sum(unsent), sum(at_jefatura),
  sum(at_control), sum(rejected), sum(approved), sum(first_pass), sum(decisions), sum(rejections_jefatura), sum(rejections_control), sum(reopenings),
  sum(automatic), sum(differing), sum(material_items), sum(prepared), sum(prepared_days), sum(jefatura), sum(jefatura_days), sum(control),
  sum(control_days), sum(whole), sum(whole_days), sum(balance), sum(balance_approved), sum(difference), sum(unexplained), sum(moved_material),
  sum(moved_material_approved)
from period_sum group by 1, 2, 3, 4;
