import { toUpc } from '@pos/contract/stock/article-numbers';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { invalid } from '#api/http/failure.ts';
import { recordActivities } from '#api/staff/activity/activity.service.ts';
import { lockDocument } from '#api/stock/warehouse/documents/documents.service.ts';
import { readReceipt } from '#api/stock/warehouse/receipts/receipts.service.ts';
import type { LoadedSheet, SheetRow } from '#api/stock/warehouse/receipts/sheets.rules.ts';
import { loadSheet, unloadSheet } from '#api/stock/warehouse/receipts/sheets.service.ts';
import { insertTitleRows } from '../inventory/load.queries.ts';
import { judgeEach } from '../time-slices.ts';
import { stillUsed } from '../undo/undo.rules.ts';
import type { MadeUpload, UploadRules } from '../upload.ts';
import {
  judgeReceiptRow,
  readReceiptRow,
  titlesOfCodes,
  type JudgedReceiptRow,
  type ReceiptRow,
  type SheetTitle,
} from './judge.ts';

type ReceiptState = Omit<LoadedSheet, 'rows'> & { titles: Map<string, SheetTitle[]> };

/** Upload of the sheet of a receipt: expected units, or units that are here (domain 10.9). */
export const receiptUpload: UploadRules<ReceiptRow, ReceiptState, LoadedSheet> = {
  readRow: readReceiptRow,

  async findState(tx, rows, { receiptId, listed, mode }) {
    if (receiptId === undefined) throw invalid({ receiptId: 'Choose a receipt.' });
    if (mode === 'commit') await lockDocument(tx, 'receipt', receiptId, ['open']);
    const { state, number, isOpening } = await readReceipt(tx, receiptId);
    if (state !== 'open') throw invalid({ receiptId: `${number} is ${state}.` });
    const codes = rows.flatMap(({ code }) =>
      code === undefined ? [] : [code.toLowerCase(), toUpc(code) ?? code],
    );
    return {
      receiptId,
      listed: listed ?? (isOpening ? 'received' : 'expected'),
      titles: titlesOfCodes(await findSheetTitles(tx, [...new Set(codes)])),
    };
  },

  *judge(rows, { titles, ...sheet }) {
    const firstRows = new Map<string, { row: number; isNamed: boolean }>();
    const judged = yield* judgeEach(rows, (row) => judgeReceiptRow(row, titles, firstRows));
    const valid = judged.filter(({ outcome }) => outcome === 'create');
    return {
      rows: judged,
      titles: new Set(valid.map(({ known, code }) => known?.id ?? code?.toLowerCase())).size,
      units: valid.reduce((sum, { quantity = 0 }) => sum + quantity, 0),
      apply: async (tx, { fileName }, actor) => {
        const loaded = { ...sheet, rows: await toSheetRows(tx, valid, actor) };
        await loadSheet(tx, actor, { ...loaded, fileName });
        return loaded;
      },
    };
  },

  undo: undoSheet,
};

/** Adds the titles that the catalog lacks, and returns the units of each title. */
async function toSheetRows(
  tx: Tx,
  rows: readonly JudgedReceiptRow[],
  actor: Actor,
): Promise<SheetRow[]> {
  const added = new Map<string, Parameters<typeof insertTitleRows>[1][number]>();
  const units = new Map<string, SheetRow>();
  for (const { known, code = '', isBook, title, author, category, priceCents, ...row } of rows) {
    let titleId = known?.id ?? added.get(code.toLowerCase())?.id;
    if (titleId === undefined) {
      titleId = uuidv7();
      added.set(code.toLowerCase(), {
        id: titleId,
        sku: code,
        isbn13: isBook ? code : null,
        title: title ?? code,
        author,
        category,
        format: '',
        priceCents: priceCents ?? 0,
        taxable: true,
      });
    }
    const sum = units.get(titleId) ?? { titleId, qty: 0, costCents: null };
    sum.qty += row.quantity ?? 0;
    sum.costCents = row.costCents ?? sum.costCents;
    units.set(titleId, sum);
  }
  await insertTitleRows(tx, [...added.values()]);
  if (added.size > 0)
    await recordActivities(tx, actor, {
      action: 'title.added',
      entity: 'title',
      entityIds: [...added.values()].map(({ id }) => id),
    });
  return [...units.values()];
}

/** Takes the rows off the receipt again, while it is open and nobody took units off it. */
async function undoSheet(
  tx: Tx,
  { fileName, made }: MadeUpload<LoadedSheet>,
  actor: Actor,
): Promise<void> {
  const { state, number } = await lockDocument(tx, 'receipt', made.receiptId, [
    'open',
    'booked',
    'reversed',
    'discarded',
  ]);
  if (state !== 'open')
    throw stillUsed([
      {
        code: 'RECEIPT_CLOSED',
        text:
          state === 'booked'
            ? `${number} is booked. Reverse it instead.`
            : `${number} is ${state}.`,
      },
    ]);
  const fewer = await unloadSheet(tx, actor, { ...made, fileName });
  if (fewer.length > 0)
    throw stillUsed(
      fewer.map((title) => ({
        code: 'UNITS_CHANGED',
        text: `"${title}" has fewer units on ${number} by now.`,
      })),
    );
}

/** Returns the titles with one of the codes, in lowercase. */
async function findSheetTitles(db: Db, codes: readonly string[]): Promise<SheetTitle[]> {
  const { rows } = await sql<SheetTitle>`
    select id, sku, isbn13, upc, title, status = 'active' as is_active
    from titles
    where lower(sku) = any(${codes}::text[]) or isbn13 = any(${codes}::text[])
      or upc = any(${codes}::text[])
    order by lower(sku)`.execute(db);
  return rows;
}
