-- Frequent questions: words, owner and review, history, votes, and what was searched and not found --------------------------------------------

alter table faq drop column search;
-- A generated column needs an immutable function; `array_to_string` is only stable.
create function immutable_words(text[]) returns text language sql immutable as $$ select array_to_string($1, ' ') $$;
alter table faq
  add column words text[] not null default '{}',
  add column owner_id int references app_user,
  -- The day until which its owner has reviewed it, and of which day they were reminded.
  add column review_on date,
  add column reminded_on date,
  -- The ticket that it was made from.
  add column ticket_id int references ticket,
  add column revision int not null default 1,
  add column es_at timestamptz not null default now(),
  add column en_at timestamptz not null default now(),
  add column search text generated always as (plain(question_es || ' ' || question_en || ' ' || answer_es || ' ' || answer_en || ' ' || immutable_words(words))) stored;

create table faq_version (
  faq_id int not null references faq on delete cascade,
  version int not null,
  at timestamptz not null default now(),
  actor_id int not null references app_user,
  content jsonb not null,
  primary key (faq_id, version)
);
comment on table faq_version is 'A question as somebody saved it; written once.';

create table faq_vote (
  faq_id int not null references faq on delete cascade,
  user_id int not null references app_user,
  helpful boolean not null,
  comment text,
  -- It solved the matter of a ticket that was being written.
  avoided boolean not null default false,
  at timestamptz not null default now(),
  primary key (faq_id, user_id)
);
comment on table faq_vote is 'Whether an answer helped a person; their last word counts.';

create table faq_miss (
  text text not null,
  day date not null,
  times int not null default 1,
  primary key (text, day)
);
comment on table faq_miss is 'Words that were searched on a day and found in no question; nobody is named.';
