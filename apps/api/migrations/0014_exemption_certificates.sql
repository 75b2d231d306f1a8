-- The scanned tax exemption certificate of a school.

create table school_certificates (
  school_id   uuid primary key references schools,
  file_name   text not null,
  pdf         bytea storage external not null,
  sha256      bytea not null,
  uploaded_by uuid not null references admins,
  uploaded_at timestamptz not null default now()
);
comment on table school_certificates is
  'The tax exemption certificate of each school, rewritten from the upload; a new one replaces it.';
