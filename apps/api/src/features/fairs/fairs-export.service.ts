import type { FairsQuery } from '@pos/contract/fairs';
import { PACKAGE_OPTIONS } from '@pos/contract/fair-packages';
import type { WholeList } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { countFairs, orderedFairs, type FairRow } from './fairs.queries.ts';

const COLUMNS: readonly WrittenColumn[] = [
  { header: 'Identifier', kind: 'text', width: 20 },
  { header: 'Name', kind: 'text', width: 32 },
  { header: 'School identifier', kind: 'text', width: 18 },
  { header: 'School', kind: 'text', width: 32 },
  { header: 'Address', kind: 'text', width: 32 },
  { header: 'Start', kind: 'date' },
  { header: 'End', kind: 'date' },
  { header: 'Time zone', kind: 'text' },
  { header: 'Phase', kind: 'text', width: 10 },
  { header: 'Sales tax', kind: 'percent' },
  { header: 'Admin', kind: 'text' },
  { header: 'Package', kind: 'text', width: 10 },
  { header: 'Orders', kind: 'integer' },
  { header: 'Net sales', kind: 'money' },
  { header: 'Status', kind: 'text', width: 10 },
  { header: 'Close-out', kind: 'text', width: 12 },
];

/** Exports the list of fairs: all matching rows, in the list's order. */
export async function fairsToExport(snapshot: Db, query: WholeList<FairsQuery>) {
  return {
    name: 'Fairs',
    columns: COLUMNS,
    total: await countFairs(snapshot, query),
    rows: streamRows(snapshot, orderedFairs(snapshot, query)),
    cells,
  };
}

function cells(row: FairRow): WrittenValue[] {
  return [
    row.identifier,
    row.name,
    row.schoolIdentifier,
    row.schoolName,
    row.address,
    row.startDate,
    row.endDate,
    row.timeZone,
    row.phase,
    row.salesTaxRatePpm,
    row.adminName,
    PACKAGE_OPTIONS[row.packageOption],
    row.orders,
    row.netCents,
    row.status,
    row.closeOutReverted ? 'reverted' : row.closeOutState,
  ];
}
