-- Addresses that a browser may download one file from, once, without a token (jobs/:id/ticket).

create table job_tickets (
  token_hash bytea primary key,
  job_id uuid not null references jobs on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null
);
comment on column job_tickets.token_hash is 'SHA-256 of the ticket, which nothing keeps; the row goes when it is used.';
comment on column job_tickets.session_id is 'Who asked for it; a session that has ended downloads nothing.';
create index job_tickets_expires_idx on job_tickets (expires_at);
