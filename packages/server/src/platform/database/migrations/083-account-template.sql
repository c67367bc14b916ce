-- The template an account is analysed with; none: that of its kind.
alter table account add column template_id int references template;
create index account_template on account (template_id) where template_id is not null;
