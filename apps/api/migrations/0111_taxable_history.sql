-- Values of `taxable` that a title had in a fair's catalog before (decision 0111).
create table former_taxables (
  fair_id  uuid not null,
  title_id uuid not null,
  taxable  boolean not null,
  until    timestamptz not null default now(),
  primary key (fair_id, title_id, taxable),
  foreign key (fair_id, title_id) references fair_lines (fair_id, title_id) on delete cascade
);
comment on table former_taxables is 'What titles.taxable was while the fair had the title: an order with a value that it never had is held (TAX_MISMATCH).';

create function note_former_taxable() returns trigger language plpgsql as $$
begin
  insert into former_taxables (fair_id, title_id, taxable)
  select fair_id, title_id, old.taxable from fair_lines where title_id = old.id
  on conflict (fair_id, title_id, taxable) do update set until = excluded.until;
  return null;
end $$;
create trigger titles_note_taxable after update of taxable on titles
  for each row when (old.taxable <> new.taxable) execute function note_former_taxable();

alter table order_lines add column discount_reason text;
comment on column order_lines.discount_reason is 'Why the register gave the discount, where it says so.';
