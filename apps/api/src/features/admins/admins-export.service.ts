import type { Admin, AdminsQuery } from '@pos/contract/admins';
import type { WholeList } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { wallClock } from '#api/time/texts.ts';
import { countAdmins, orderedAdmins } from './admins.queries.ts';

const COLUMNS: readonly WrittenColumn[] = [
  { header: 'First name', kind: 'text' },
  { header: 'Last name', kind: 'text' },
  { header: 'Email', kind: 'text', width: 32 },
  { header: 'Email verified', kind: 'text', width: 16 },
  { header: 'Phone', kind: 'text', width: 20 },
  { header: 'Role', kind: 'text' },
  { header: 'Status', kind: 'text', width: 10 },
  { header: 'Invited', kind: 'text', width: 10 },
  { header: 'Fairs', kind: 'integer' },
  { header: 'Last login (UTC)', kind: 'datetime' },
];

/** Exports the list of users: all matching rows, in the list's order. */
export async function adminsToExport(snapshot: Db, query: WholeList<AdminsQuery>) {
  return {
    name: 'Users',
    columns: COLUMNS,
    total: await countAdmins(snapshot, query),
    rows: streamRows(snapshot, orderedAdmins(snapshot, query)),
    cells,
  };
}

function cells(row: Admin): WrittenValue[] {
  const phone =
    row.phone && `${row.countryCode} ${row.phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')}`;
  return [
    row.firstName,
    row.lastName,
    row.email,
    row.emailVerified ? 'Y' : 'N',
    phone,
    row.roleName,
    row.status,
    row.invited ? 'Y' : 'N',
    row.fairs,
    row.lastLoginAt && wallClock(row.lastLoginAt, 'UTC'),
  ];
}
