-- Parts of numbers, names and titles are found by their trigrams; what a payment is known by has an index of its own.

create extension if not exists pg_trgm;

create index orders_number_trgm_idx on orders using gin (order_number gin_trgm_ops);
create index students_search_idx on students using gin ((student_number || ' ' || first_name || ' ' || last_name) gin_trgm_ops);
create index titles_search_idx on titles using gin ((title || ' ' || author || ' ' || replace(sku, '-', '') || ' ' || coalesce(isbn13, '')) gin_trgm_ops);
create index cartons_code_trgm_idx on cartons using gin (code gin_trgm_ops);

create index payments_amount_idx on payments (amount_cents, paid_at desc);
create index payments_last4_idx on payments (card_last4, paid_at desc) where card_last4 is not null;
create index payments_check_idx on payments (lower(check_number), paid_at desc) where check_number is not null;

alter table preferences add column letter_shortcuts boolean not null default false;
comment on column preferences.letter_shortcuts is 'Single letters work as shortcuts: off until chosen (WCAG 2.1.4), for a scanner types letters too.';
