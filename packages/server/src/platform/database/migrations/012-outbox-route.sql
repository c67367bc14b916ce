-- Where the mail's link leads, as in the notification.
alter table outbox add column route text;
