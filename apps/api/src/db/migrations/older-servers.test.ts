import { describe, expect, it } from 'vitest';
import { sqlFor } from './older-servers.ts';

const SQL = `create table papers (
  id     uuid primary key,
  pdf    bytea storage external not null,
  sha256 bytea not null
);
comment on table papers is 'Papers in storage external to the office.';
`;

describe('a migration on PostgreSQL 15', () => {
  it('says the storage of a column in a statement of its own', () => {
    expect(sqlFor(15, SQL)).toBe(`create table papers (
  id     uuid primary key,
  pdf    bytea not null,
  sha256 bytea not null
);
comment on table papers is 'Papers in storage external to the office.';

alter table papers alter column pdf set storage external;`);
  });

  it('stays as it is on newer servers', () => {
    expect(sqlFor(16, SQL)).toBe(SQL);
  });
});
