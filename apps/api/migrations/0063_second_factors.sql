-- Second factors: codes of an authenticator app, passkeys and recovery codes; the day from which a role
-- or the company requires one; and the last time that the person of a session proved who they are.
-- expands

create table authenticators (
  admin_id       uuid primary key references admins on delete cascade,
  secret         bytea,
  pending_secret bytea,
  last_step      bigint not null default 0,
  set_up_at      timestamptz
);
comment on table authenticators is 'Secrets of authenticator apps (RFC 6238), encrypted with a key that is not in the database.';
comment on column authenticators.pending_secret is 'Shown to its owner and not confirmed by a code yet.';
comment on column authenticators.last_step is 'Step of the last accepted code, so that no code works twice.';

create table recovery_codes (
  admin_id  uuid not null references admins on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (admin_id, code_hash)
);
comment on table recovery_codes is 'Codes that each replace a lost factor once.';

create table passkeys (
  id            uuid primary key,
  admin_id      uuid not null references admins on delete cascade,
  credential_id text not null,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  constraint passkeys_credential_id_key unique (credential_id)
);
create index passkeys_admin_idx on passkeys (admin_id);
comment on table passkeys is 'Public keys of passkeys (WebAuthn).';

create table used_challenges (
  id      uuid primary key,
  used_at timestamptz not null default now()
);
comment on table used_challenges is 'Challenges of passkeys that were answered, so that no answer works twice.';

create table factor_resets (
  admin_id uuid primary key references admins on delete cascade,
  asked_by uuid not null references admins,
  asked_at timestamptz not null default now()
);
comment on table factor_resets is 'Removals of lost factors that wait for a second administrator.';

alter table sessions add column confirmed_at timestamptz not null default now();
comment on column sessions.confirmed_at is 'Last time that the person proved who they are, by sign-in or again.';
alter table roles add column factor_required_from date;
comment on column roles.factor_required_from is 'Day from which people with this role need a second factor.';
alter table settings add column factor_required_from date;
comment on column settings.factor_required_from is 'Day from which everybody needs a second factor.';
