-- What an analyst writes after a rejection is no figure until it is sent (decision 058): it stands beside what was sent, and goes when the analysis leaves
-- its state. `draft_value` null: nothing was written.
alter table analysis add column draft_value numeric(20, 2), add column draft_comment text;

create function leave_draft() returns trigger language plpgsql as $$
begin
  -- Where nothing is sent any more, because the balance changed, its analyst goes on from the draft.
  if new.state_main = 1 and new.submitted_at is null then
    new.value := old.draft_value;
    new.comment := old.draft_comment;
  end if;
  new.draft_value := null;
  new.draft_comment := null;
  return new;
end $$;
create trigger analysis_draft_left before update of state_main on analysis for each row
  when (old.state_main <> new.state_main and old.draft_value is not null) execute function leave_draft();

-- Drafts that were kept in the place of what was sent; those of closed periods stay as they were closed.
update analysis a set draft_value = a.value, draft_comment = a.comment, value = coalesce(f.value, a.balance), comment = f.comment
from analysis b join period p on p.id = b.period_id left join analysis_file f on f.analysis_id = b.id and f.version = b.version
where a.id = b.id and b.state_main = 3 and p.status_id <> 3 and (b.value, b.comment) is distinct from (coalesce(f.value, b.balance), f.comment);

-- A difference is one of what was submitted: a value that was written, or taken back, is none.
create or replace function difference_since(p_account int, p_period int) returns date language plpgsql stable as $$
declare
  month char(7) := (select name from period where id = p_period);
  since date := (month || '-01')::date;
  before record;
  kept date;
  differs boolean;
begin
  loop
    select p.id, p.name, p.status_id = 3 and r.closed_at is not distinct from p.closed_at and r.period_id is not null as rolled into before
      from period p left join period_rolled r on r.period_id = p.id where p.name < month order by p.name desc limit 1;
    if before.id is null then return since; end if;
    if before.rolled then
      select d.since into kept from period_difference d where d.period_id = before.id and d.account_id = p_account;
      return coalesce(kept, since);
    end if;
    select x.submitted_at is not null and abs(x.difference) > 0.01 into differs from analysis x where x.period_id = before.id and x.account_id = p_account;
    if differs is false then return since; end if;
    if differs then since := (before.name || '-01')::date; end if;
    month := before.name;
  end loop;
end $$;

create or replace function difference_since_at(p_account int, p_period int, at timestamptz) returns date language plpgsql stable as $$
declare
  month char(7) := (select name from period where id = p_period);
  since date := (month || '-01')::date;
  before record;
  kept date;
  differs boolean;
begin
  loop
    select p.id, p.name, p.status_id = 3 and r.closed_at is not distinct from p.closed_at and r.period_id is not null and p.closed_at <= at
        and not exists (select from analysis_past x where x.period_id = p.id and x.until > past_from(at)) as rolled into before
      from period_at(at) p left join period_rolled r on r.period_id = p.id where p.name < month order by p.name desc limit 1;
    if before.id is null then return since; end if;
    if before.rolled then
      select d.since into kept from period_difference d where d.period_id = before.id and d.account_id = p_account;
      return coalesce(kept, since);
    end if;
    select x.submitted_at is not null and abs(x.difference) > 0.01 into differs from analysis_at(at) x where x.period_id = before.id and x.account_id = p_account;
    if differs is false then return since; end if;
    if differs then since := (before.name || '-01')::date; end if;
    month := before.name;
  end loop;
end $$;

-- What is stored of closed periods is stored anew, with this.
delete from period_rolled;
