import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import type { LoadedSheet } from './sheets.rules.ts';

const given = ({ rows }: LoadedSheet) => sql`
  json_to_recordset(${JSON.stringify(rows)}::json) as g(
    "titleId" uuid, qty bigint, "costCents" bigint)`;

/** Adds the units of a sheet to the lines of a receipt: as expected, or as good units. */
export async function addSheetRows(tx: Tx, sheet: LoadedSheet, scannedBy: string): Promise<void> {
  const { receiptId, listed } = sheet;
  await sql`
    insert into receipt_lines as l (document_id, title_id, expected_qty, cost_cents)
    select ${receiptId}::uuid, g."titleId", case ${listed} when 'expected' then g.qty end,
      g."costCents"
    from ${given(sheet)}
    order by g."titleId"
    on conflict (document_id, title_id) do update
    set expected_qty = case ${listed}
        when 'expected' then coalesce(l.expected_qty, 0) + excluded.expected_qty
        else l.expected_qty
      end,
      cost_cents = coalesce(excluded.cost_cents, l.cost_cents), changed_at = now()`.execute(tx);
  if (listed === 'received') await moveUnits(tx, sheet, 1, scannedBy);
}

/** Takes the units of a sheet off the lines of a receipt. */
export async function removeSheetRows(
  tx: Tx,
  sheet: LoadedSheet,
  scannedBy: string,
): Promise<void> {
  if (sheet.listed === 'received') return moveUnits(tx, sheet, -1, scannedBy);
  await sql`
    update receipt_lines l
    set expected_qty = nullif(l.expected_qty - g.qty, 0), changed_at = now()
    from ${given(sheet)}
    where l.document_id = ${sheet.receiptId} and l.title_id = g."titleId"`.execute(tx);
}

/** Returns the titles that have fewer units than the sheet added. */
export async function findReducedTitles(tx: Tx, sheet: LoadedSheet): Promise<string[]> {
  const units = sheet.listed === 'expected' ? sql`coalesce(l.expected_qty, 0)` : sql`l.good_qty`;
  const { rows } = await sql<{ title: string }>`
    select t.title
    from ${given(sheet)}
    join receipt_lines l on l.document_id = ${sheet.receiptId} and l.title_id = g."titleId"
    join titles t on t.id = l.title_id
    where ${units} < g.qty
    order by t.title`.execute(tx);
  return rows.map(({ title }) => title);
}

async function moveUnits(
  tx: Tx,
  sheet: LoadedSheet,
  sign: 1 | -1,
  scannedBy: string,
): Promise<void> {
  const { receiptId } = sheet;
  await sql`
    insert into receipt_scans (id, document_id, title_id, good_qty, damaged_qty, source, scanned_by)
    select gen_random_uuid(), ${receiptId}::uuid, g."titleId", ${sign}::int * g.qty, 0, 'sheet',
      ${scannedBy}
    from ${given(sheet)}`.execute(tx);
  await sql`
    update receipt_lines l
    set good_qty = l.good_qty + ${sign}::int * g.qty, changed_at = now()
    from ${given(sheet)}
    where l.document_id = ${receiptId} and l.title_id = g."titleId"`.execute(tx);
}
