-- Reports that are sent by email at set times, and the history of their emails.

create table report_schedules (
  id             uuid primary key,
  saved_by       uuid not null references admins,
  question       jsonb not null,
  period         text not null check (period in (
    'yesterday', 'last_7_days', 'last_30_days', 'last_month', 'season_to_date', 'same_days')),
  weekdays       smallint[] not null
    check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  time_of_day    text not null check (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone      text not null,
  to_coordinator boolean not null,
  status         text not null default 'active' check (status in ('active', 'paused')),
  next_due_at    timestamptz not null,
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);
comment on table report_schedules is
  'Reports that are sent by email: the question, the weekdays and time, and who saved it last.';
comment on column report_schedules.saved_by is
  'The report runs in the name of this admin, who must still have the right to read Reports.';
comment on column report_schedules.weekdays is 'Monday is 1, Sunday is 7.';
comment on column report_schedules.time_of_day is 'HH:MM by the clock of time_zone.';
comment on column report_schedules.next_due_at is
  'Next time of sending. Moved on in the transaction that plans the emails of this one.';
create index report_schedules_due_idx on report_schedules (next_due_at) where status = 'active';

create table report_recipients (
  schedule_id        uuid not null references report_schedules on delete cascade,
  admin_id           uuid references admins,
  unsubscribed_at    timestamptz,
  unsubscribed_email text,
  constraint report_recipients_key unique nulls not distinct (schedule_id, admin_id),
  constraint report_recipients_unsubscribed_check
    check ((unsubscribed_at is null) = (unsubscribed_email is null))
);
comment on table report_recipients is
  'Recipients of scheduled reports: admins, or the coordinator of the school (admin_id is null).';
comment on column report_recipients.unsubscribed_email is
  'Address that unsubscribed. A new coordinator of the school has another one and gets the report.';

create table report_sends (
  id          uuid primary key,
  schedule_id uuid not null references report_schedules on delete cascade,
  admin_id    uuid references admins,
  due_at      timestamptz not null,
  is_by_hand  boolean not null default false,
  status      text not null default 'waiting'
    check (status in ('waiting', 'sent', 'skipped', 'failed')),
  recipient   text not null default '',
  email       text,
  is_late     boolean not null default false,
  attempts    integer not null default 0,
  try_at      timestamptz not null default now(),
  reason      text,
  ended_at    timestamptz,
  constraint report_sends_key unique nulls not distinct (schedule_id, admin_id, due_at),
  constraint report_sends_ended_check check ((status = 'waiting') = (ended_at is null))
);
comment on table report_sends is
  'Emails of scheduled reports, one per recipient and due time: queue and history.';
comment on column report_sends.try_at is
  'Time of the next try. A process that takes the email moves it ahead, so that no other does.';
create index report_sends_waiting_idx on report_sends (try_at) where status = 'waiting';
create index report_sends_schedule_idx on report_sends (schedule_id, due_at desc, id desc);
