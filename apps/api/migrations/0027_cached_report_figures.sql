-- Figures of each fair that reports over many fairs would otherwise add up again from every line
-- and payment (decision 0064). A change of a source writes the fair to fair_figure_changes in its
-- own transaction, as a new row, so that no sale waits for another. Cached figures of a fair count
-- only while no such row of it is visible.

create table fair_figure_changes (
  fair_id uuid not null,
  at      timestamptz not null default now()
);
comment on table fair_figure_changes is
  'Fairs whose sources of cached figures changed since the figures were made.';
create index fair_figure_changes_fair_idx on fair_figure_changes (fair_id);

create table fair_figures (
  fair_id   uuid primary key references fairs on delete cascade,
  made_by   integer not null,
  made_at   timestamptz not null default now(),
  first_day date,
  last_day  date,
  days      jsonb not null,
  figures   jsonb not null,
  check ((first_day is null) = (last_day is null))
);
comment on table fair_figures is
  'Cached figures of a whole fair, made by the code of the reports; only true while '
  'fair_figure_changes has no row of the fair.';
comment on column fair_figures.made_by is
  'Version of the code that made them; those of another version are made anew.';
comment on column fair_figures.days is 'Figures of each day with activity, without zeros.';
comment on column fair_figures.first_day is
  'First and last day with sales, refunds, top-ups or their payouts; null if there is none.';

create table report_items (
  id               integer generated always as identity primary key,
  item             text not null,
  unnumbered       boolean not null,
  title_id         uuid references titles,
  unit_price_cents bigint,
  constraint report_items_key
    unique nulls not distinct (item, unnumbered, title_id, unit_price_cents)
);
comment on table report_items is
  'Rows of ITEM_SALES: a title at a price, or a category without a title. Numbers are shorter than '
  'the keys, of which a season has a million.';
comment on column report_items.item is
  'ID of the title, else the SKU in lower case, else the category.';
create index report_items_title_idx on report_items (title_id);

create table fair_item_figures (
  fair_id           uuid not null references fair_figures on delete cascade,
  item_id           integer not null references report_items,
  last_line_id      uuid not null,
  quantity_sold     bigint not null,
  quantity_refunded bigint not null,
  gross_cents       bigint not null,
  discount_cents    bigint not null,
  refund_net_cents  bigint not null,
  tax_cents         bigint not null,
  primary key (fair_id, item_id)
);
comment on table fair_item_figures is 'Cached sales of a fair by row of ITEM_SALES.';
comment on column fair_item_figures.last_line_id is 'The last line, which names the item.';
create index fair_item_figures_item_idx on fair_item_figures (item_id);

create function note_fair_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into fair_figure_changes (fair_id)
    select distinct fair_id from new_rows where fair_id is not null;
  elsif tg_op = 'UPDATE' then
    insert into fair_figure_changes (fair_id)
    select fair_id from new_rows where fair_id is not null
    union
    select fair_id from old_rows where fair_id is not null;
  else
    insert into fair_figure_changes (fair_id)
    select distinct fair_id from old_rows where fair_id is not null;
  end if;
  return null;
end $$;
comment on function note_fair_figures is
  'Adds the fairs of changed orders, payments or refunds to fair_figure_changes.';

create function note_figures_of_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into fair_figure_changes (fair_id)
    select distinct o.fair_id from new_rows l join orders o on o.id = l.order_id;
  elsif tg_op = 'UPDATE' then
    insert into fair_figure_changes (fair_id)
    select o.fair_id from new_rows l join orders o on o.id = l.order_id
    union
    select o.fair_id from old_rows l join orders o on o.id = l.order_id;
  else
    insert into fair_figure_changes (fair_id)
    select distinct o.fair_id from old_rows l join orders o on o.id = l.order_id;
  end if;
  return null;
end $$;
comment on function note_figures_of_lines is
  'Adds the fairs of changed order lines to fair_figure_changes.';

create function note_figures_of_refunds() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into fair_figure_changes (fair_id)
    select distinct r.fair_id from new_rows x join refunds r on r.id = x.refund_id;
  elsif tg_op = 'UPDATE' then
    insert into fair_figure_changes (fair_id)
    select r.fair_id from new_rows x join refunds r on r.id = x.refund_id
    union
    select r.fair_id from old_rows x join refunds r on r.id = x.refund_id;
  else
    insert into fair_figure_changes (fair_id)
    select distinct r.fair_id from old_rows x join refunds r on r.id = x.refund_id;
  end if;
  return null;
end $$;
comment on function note_figures_of_refunds is
  'Adds the fairs of changed lines and tenders of refunds to fair_figure_changes.';

create function note_figures_of_top_ups() returns trigger language plpgsql as $$
begin
  insert into fair_figure_changes (fair_id)
  select distinct p.fair_id
  from new_rows e
  join payments p on p.id = e.payment_id
  where p.fair_id is not null and p.purpose = 'wallet_top_up';
  return null;
end $$;
comment on function note_figures_of_top_ups is
  'Adds the fairs of the top-ups behind new eWallet entries to fair_figure_changes; entries never '
  'change.';

create function note_figures_of_close_outs() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'close_outs' then
    insert into fair_figure_changes (fair_id) select distinct fair_id from new_rows;
  else
    insert into fair_figure_changes (fair_id)
    select distinct c.fair_id from new_rows r join close_outs c on c.id = r.close_out_id;
  end if;
  return null;
end $$;
comment on function note_figures_of_close_outs is
  'Adds the fairs of new close-outs and reversals to fair_figure_changes: later top-ups are not '
  'part of a settlement. Neither ever changes.';

do $$
declare
  source text;
  noted_by text;
begin
  for source, noted_by in values
    ('orders', 'note_fair_figures'),
    ('payments', 'note_fair_figures'),
    ('refunds', 'note_fair_figures'),
    ('order_lines', 'note_figures_of_lines'),
    ('refund_lines', 'note_figures_of_refunds'),
    ('refund_tenders', 'note_figures_of_refunds')
  loop
    execute format(
      'create trigger %1$s_figures_new after insert on %1$s referencing new table as new_rows
       for each statement execute function %2$s()', source, noted_by);
    execute format(
      'create trigger %1$s_figures_changed after update on %1$s
       referencing old table as old_rows new table as new_rows
       for each statement execute function %2$s()', source, noted_by);
    execute format(
      'create trigger %1$s_figures_gone after delete on %1$s referencing old table as old_rows
       for each statement execute function %2$s()', source, noted_by);
  end loop;
end $$;
create trigger wallet_entries_figures_new after insert on wallet_entries
  referencing new table as new_rows
  for each statement execute function note_figures_of_top_ups();

create trigger close_outs_figures_new after insert on close_outs
  referencing new table as new_rows
  for each statement execute function note_figures_of_close_outs();
create trigger close_out_reversals_figures_new after insert on close_out_reversals
  referencing new table as new_rows
  for each statement execute function note_figures_of_close_outs();

create or replace function recount_sales() returns void language plpgsql as $$
begin
  perform recount_orders();
  perform recount_titles();
  -- Made anew by the task that keeps them.
  truncate fair_figures, fair_item_figures, fair_figure_changes;
end $$;
