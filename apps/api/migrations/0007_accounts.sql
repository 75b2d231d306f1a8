-- The rest of signing in: mailed links and codes, what was tried, earlier passwords.

alter table roles add column deleted_at timestamptz;
drop index roles_name_key;
create unique index roles_name_key on roles (lower(name)) where deleted_at is null;

create table account_links (
  id         uuid primary key,
  admin_id   uuid not null references admins,
  kind       text not null check (kind in ('setup', 'reset')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at    timestamptz,
  voided_at  timestamptz,
  created_at timestamptz not null default now()
);
comment on table account_links is 'Links to set a password. The token is derived from the id and a key outside the database; only its hash is here.';
create index account_links_admin_idx on account_links (admin_id) where used_at is null and voided_at is null;

create table verification_codes (
  id         uuid primary key,
  admin_id   uuid not null references admins,
  expires_at timestamptz not null,
  tries      integer not null default 0,
  ended_at   timestamptz,
  created_at timestamptz not null default now()
);
comment on table verification_codes is 'Six-digit codes that prove an e-mail address, derived like the links; ended by use, by five wrong tries, or by the next code.';
create unique index verification_codes_live_key on verification_codes (admin_id) where ended_at is null;

create table attempts (
  kind    text not null,
  subject bytea not null,
  at      timestamptz not null default clock_timestamp(),
  id      uuid primary key
);
comment on table attempts is 'What counts against a limit: failed logins and asked-for links, by a hash of the e-mail typed and of the address it came from.';
create index attempts_subject_idx on attempts (kind, subject, at);

create table password_history (
  admin_id      uuid not null references admins,
  password_hash text not null,
  at            timestamptz not null default now(),
  primary key (admin_id, at)
);
comment on table password_history is 'The last five passwords of each admin, which a new one must differ from (specification 5).';
