-- The last change of each admin, so that what they read from a replica contains it.
-- expands

create table admin_changes (
  admin_id   uuid primary key references admins,
  lsn        pg_lsn not null,
  changed_at timestamptz not null
);
comment on table admin_changes is
  'Last change of each admin; written only if processes read from a replica.';
comment on column admin_changes.lsn is
  'End of the write-ahead log after its commit, which a replica must have replayed.';
comment on column admin_changes.changed_at is
  'Time after its commit. A replica in use is at most some seconds behind, so older rows say nothing.';
