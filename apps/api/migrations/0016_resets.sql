-- Resetting a fair: training sales are voided, nothing is erased (domain 4.5).

create table fair_resets (
  id          uuid primary key,
  fair_id     uuid not null references fairs,
  orders      integer not null,
  refunds     integer not null,
  units       bigint not null,
  total_cents bigint not null,
  reset_by    uuid references admins,
  reset_at    timestamptz not null default now()
);
comment on table fair_resets is 'Append only: what each reset voided; units sold and total after refunds.';

alter table orders add constraint orders_voided_by_reset_fkey foreign key (voided_by_reset_id) references fair_resets;
alter table payments add column voided_by_reset_id uuid references fair_resets;
comment on column payments.voided_by_reset_id is 'That of its order: such a payment is in no list and no sum.';

create trigger fair_resets_append_only before update or delete on fair_resets for each row execute function refuse_change();
create trigger fair_resets_no_truncate before truncate on fair_resets for each statement execute function refuse_change();
