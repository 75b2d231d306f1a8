-- The titles of its inventory that a fair's public page names, in the order that staff gave.

create table featured_titles (
  fair_id  uuid not null,
  title_id uuid not null,
  sort     integer not null,
  primary key (fair_id, title_id),
  foreign key (fair_id, title_id) references fair_lines (fair_id, title_id) on delete cascade
);

alter table fairs add column featured_version integer not null default 0;
comment on column fairs.featured_version is 'Counts the saves of its featured titles, which are no part of the form of the fair.';
