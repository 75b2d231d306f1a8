-- Cashiers of a fair: volunteers without an account, who sell at its registers.
-- expands

create table cashiers (
  id uuid primary key,
  fair_id uuid not null references fairs (id),
  name text not null check (char_length(name) between 2 and 50),
  secret_code_hash text,
  code_check bytea,
  status text not null default 'active' check (status in ('active', 'inactive')),
  wrong_codes integer not null default 0,
  wrong_codes_since timestamptz,
  code_locked_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table cashiers is
  'Cashiers of one fair: volunteers without an account, who sell there and do nothing else (domain 3.21). Removed ones stay for the orders that name them.';
comment on column cashiers.secret_code_hash is
  'Argon2id with a pepper of the 4-digit code; null once removed.';
comment on column cashiers.code_check is
  'Salt and PBKDF2 hash of the code, for registers without a network, encrypted with a key that is not in the database (trust T38).';
create unique index cashiers_name_key on cashiers (fair_id, lower(name)) where deleted_at is null;

create trigger cashiers_announced_insert after insert on cashiers
  referencing new table as changed
  for each statement execute function announce_fairs('fairs');
create trigger cashiers_announced_update after update on cashiers
  referencing new table as changed
  for each statement execute function announce_fairs('fairs');

alter table register_tries
  add column cashier_id uuid references cashiers (id) on delete cascade;
create index register_tries_cashier_idx on register_tries (cashier_id);

alter table orders add column fair_cashier_id uuid references cashiers (id);
comment on column orders.cashier_id is
  'Admin who sold it; of a sale by a cashier of the fair, the admin of the fair.';
comment on column orders.fair_cashier_id is 'Cashier of the fair who sold it; null: the admin did.';
alter table held_orders add column fair_cashier_id uuid references cashiers (id);
comment on column held_orders.fair_cashier_id is
  'Cashier of the fair who sold it; null: the admin did.';
