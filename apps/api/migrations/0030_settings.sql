-- What the owner may change beside the constants of 0001: the public address, sessions, the sync's schedule, and which first steps were put off.

alter table settings
  add ewallet_leftover_policy text not null default 'carry_forward' check (ewallet_leftover_policy in ('carry_forward', 'refund')),
  add public_base_url text not null default '',
  add session_idle_hours integer not null default 12 check (session_idle_hours between 1 and 168),
  add sync_schedule text not null default 'off' check (sync_schedule in ('off', 'hourly', 'daily')),
  add sync_hour integer not null default 2 check (sync_hour between 0 and 23),
  add sync_scheduled_by uuid references admins,
  add sync_scheduled_at timestamptz,
  add skipped_steps text[] not null default '{}',
  drop season_code;
comment on column settings.sync_scheduled_by is 'Who set the schedule: the owner of the syncs that it starts.';
comment on column settings.sync_scheduled_at is 'Nothing is due before the schedule was set.';
comment on column settings.skipped_steps is 'Steps of the first run that were put off.';
