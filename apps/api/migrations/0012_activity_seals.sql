-- Activity is sealed into a hash chain, so that a changed, removed or slipped-in entry shows (trust.md T33).

create table activity_seals (
  position    bigint primary key check (position > 0),
  activity_id uuid not null unique references activity,
  hash        bytea not null,
  sealed_at   timestamptz not null default now()
);
comment on table activity_seals is 'The chain: each sealed entry once, in the order of sealing, without gaps. Entries are sealed behind the changes, never within them.';
comment on column activity_seals.hash is 'SHA-256 of the hash before it (nothing for the first) followed by activity_line of the entry.';

create unique index activity_seq_key on activity (seq);

create function activity_line(entry activity) returns bytea language sql stable as $$
  select convert_to(json_build_array(
    entry.seq, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_type, entry.actor_id, entry.actor_name,
    entry.action, entry.entity, entry.entity_id, entry.changes::text, entry.ip, entry.request_id)::text, 'UTF8')
$$;
comment on function activity_line is 'An entry of activity as the bytes that are sealed: every column, whatever the session''s time zone.';

create trigger activity_seals_append_only before update or delete on activity_seals for each row execute function refuse_change();
create trigger activity_seals_no_truncate before truncate on activity_seals for each statement execute function refuse_change();

-- What somebody did, the newest first.
create index activity_actor_idx on activity (actor_id, seq desc);
