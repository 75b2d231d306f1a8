import { CATEGORIES, type Category } from '@pos/contract/stock/inventory';
import { TitleSourceField } from '@pos/contract/stock/titles';
import { text } from '@pos/contract/values';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Tx } from '#api/db/db.ts';
import { recordActivities } from '#api/staff/activity/activity.service.ts';
import { recordMovements, type Movement } from '#api/stock/stock/stock.service.ts';
import {
  isIsbn13,
  plainCode,
  toUpc,
  withoutPriceDigits,
} from '@pos/contract/stock/article-numbers';
import { optionalText, wholeNumber, wholeNumberOrBlank, yesNo } from './cells.ts';
import type { Applied, FileRules, Numbered, SyncContext } from './sync-file.ts';
import { findTitleMatches } from './title-matches.queries.ts';
import { deactivateRows, findDeliveredRows, upsertRows } from './upsert.queries.ts';

const categories = new Map(CATEGORIES.map((category) => [category.toLowerCase(), category]));
const toCategory = (value: string): Category => categories.get(value.toLowerCase()) ?? 'Other';

const TitleRow = z.object({
  sku: text(1, 40, 'Enter a SKU of 1 to 40 characters.'),
  isbn13: z
    .string()
    .transform((value) => withoutPriceDigits(value.replace(/[\s-]/g, '')))
    .refine((value) => value === '' || isIsbn13(value), 'ISBN check digit is wrong.')
    .optional(),
  upc: z
    .string()
    .transform((value) => (plainCode(value) === '' ? '' : (toUpc(value) ?? 'wrong')))
    .refine((value) => value !== 'wrong', 'UPC check digit is wrong.')
    .optional(),
  title: text(1, 255, 'Title must have 1 to 255 characters.'),
  author: optionalText(255),
  category: z.string().transform(toCategory).optional(),
  priceCents: wholeNumber(0, 99_999, 'Enter the price in whole cents, 0 to 99999.'),
  taxable: yesNo(true),
  warehouseQty: wholeNumberOrBlank(0, 10_000_000, 'Enter the stock as a whole number, 0 or more.'),
});
type TitleRow = z.infer<typeof TitleRow>;

/**
 * SQL condition: the title is still in use by a line at a fair not closed out, or by a paid unit
 * not shipped yet.
 */
const isOpen = sql<boolean>`allocated_qty <> 0 or exists (
  select
  from fair_lines
  join fairs on fairs.id = fair_lines.fair_id
  where fair_lines.title_id = titles.id and fairs.close_out_state = 'open')`;

/**
 * `titles.csv`: the catalog by SKU, with the source's warehouse quantity. A changed price applies
 * to the catalog; fairs keep theirs.
 */
export const titlesFile: FileRules<TitleRow> = {
  name: 'titles.csv',
  columns: {
    required: ['sku', 'title', 'priceCents'],
    optional: ['isbn13', 'upc', 'author', 'category', 'taxable', 'warehouseQty'],
  },
  schema: TitleRow,
  toKey: (cells) => cells.get('sku') || undefined,
  rowsAtOnce: 500,

  async apply(tx, rows, context) {
    const { matched, rejected } = await matchRows(tx, rows);
    const skus = matched.map(({ sku }) => sku.toLowerCase());
    const lock = () =>
      tx
        .selectFrom('titles')
        .select(['id', 'sku', 'warehouseQty', 'sourceWarehouseQty'])
        .where(sql<boolean>`lower(sku) = any(${skus}::text[])`)
        .orderBy('id')
        .forUpdate()
        .execute();
    await lock();
    const records = matched.map(({ sku, value }) => ({
      id: uuidv7(),
      sku,
      title: value.title,
      author: value.author,
      category: value.category,
      priceCents: value.priceCents,
      taxable: value.taxable,
      isbn13: findIsbn(value.sku, value.isbn13),
      upc: value.upc === undefined ? undefined : value.upc || null,
      sourceSku: sku.toLowerCase() === value.sku.toLowerCase() ? null : value.sku,
      sourceFields: TitleSourceField.options.filter((name) => value[name] !== undefined),
    }));
    const changed = await upsertRows(tx, 'titles', sql`(lower(sku))`, ['id', 'sku'], records);
    const delivered = new Map(
      matched.flatMap(({ sku, value }) =>
        typeof value.warehouseQty === 'number'
          ? [[sku.toLowerCase(), value.warehouseQty] as const]
          : [],
      ),
    );
    const restocked = await bookFigures(tx, await lock(), delivered, context);
    await recordActivities(tx, context.actor, {
      action: 'title.synced',
      entity: 'title',
      entityIds: changed.map(({ id }) => id),
    });
    const created = changed.filter((one) => one.created).length;
    const touched = new Set([...changed.map(({ id }) => id), ...restocked]).size;
    return { created, updated: touched - created, unchanged: matched.length - touched, rejected };
  },

  async finish(tx, keys, { actor }) {
    const gone = (
      await findDeliveredRows(tx, 'titles', sql<string>`lower(coalesce(source_sku, sku))`)
    ).filter(({ key }) => !keys.has(key));
    const ids = await deactivateRows(
      tx,
      'titles',
      gone.map(({ id }) => id),
      isOpen,
    );
    await recordActivities(tx, actor, {
      action: 'title.deactivated',
      entity: 'title',
      entityIds: ids,
    });
    return ids.length;
  },
};

/**
 * Gives each row the SKU under which its title is stored (domain 3.7). Rejects a row whose SKU is
 * that of a title which the source delivers under another one.
 */
async function matchRows(tx: Tx, rows: readonly Numbered<TitleRow>[]) {
  const matches = new Map(
    (
      await findTitleMatches(
        tx,
        rows.map(({ value: { sku, isbn13, upc } }) => ({
          sku,
          isbn13: findIsbn(sku, isbn13 ?? '') ?? null,
          upc: upc || null,
        })),
      )
    ).map((match) => [match.given, match]),
  );
  const rejected: Applied['rejected'] = [];
  const accepted = rows.filter(({ row, value: { sku } }) => {
    const otherSku = matches.get(sku)?.otherSku ?? null;
    if (otherSku !== null)
      rejected.push({
        row,
        column: 'sku',
        message: `The source delivers this title as ${otherSku}.`,
      });
    return otherSku === null;
  });
  const isOwn = ({ sku }: TitleRow) => matches.get(sku)?.sku.toLowerCase() === sku.toLowerCase();
  // Rows with a stored SKU claim it before rows that are only like it.
  const claimed = new Set(
    accepted.flatMap(({ value }) => (isOwn(value) ? [value.sku.toLowerCase()] : [])),
  );
  const matched = accepted.map(({ value }) => {
    const sku = matches.get(value.sku)?.sku ?? value.sku;
    if (isOwn(value) || claimed.has(sku.toLowerCase())) return { sku: value.sku, value };
    claimed.add(sku.toLowerCase());
    return { sku, value };
  });
  return { matched, rejected };
}

/**
 * Returns a book's ISBN, which may be in the SKU if the column is blank. Undefined if the file has
 * no such column.
 */
function findIsbn(sku: string, isbn13: string | undefined): string | null | undefined {
  if (isbn13 === undefined) return undefined;
  const code = withoutPriceDigits(sku);
  return isbn13 || (isIsbn13(code) ? code : null);
}

type StoredTitle = {
  id: string;
  sku: string;
  warehouseQty: number;
  sourceWarehouseQty: number | null;
};

/**
 * Books the difference between the source's quantity and the one it delivered last (api.md), so
 * that units shipped meanwhile do not count. Corrects a quantity that would go below zero. Returns
 * the titles with a new quantity.
 */
async function bookFigures(
  tx: Tx,
  titles: readonly StoredTitle[],
  delivered: ReadonlyMap<string, number>,
  { actor, jobId }: SyncContext,
): Promise<string[]> {
  const figures = titles.flatMap(({ id, sku, warehouseQty, sourceWarehouseQty }) => {
    const figure = delivered.get(sku.toLowerCase());
    return figure === undefined || figure === sourceWarehouseQty
      ? []
      : [{ id, figure, warehouseQty, difference: figure - (sourceWarehouseQty ?? 0) }];
  });
  const ref = { refType: 'job', refId: jobId };
  const movements = figures.flatMap(({ id: titleId, difference, warehouseQty }): Movement[] => {
    if (difference === 0) return [];
    if (difference > 0)
      return [
        { titleId, qty: difference, from: 'supplier', to: 'warehouse', reason: 'sync', ...ref },
      ];
    const lacking = -difference - Math.max(warehouseQty, 0);
    return [
      ...(lacking > 0
        ? [
            {
              titleId,
              qty: lacking,
              from: 'supplier',
              to: 'warehouse',
              reason: 'correction',
              ...ref,
            } as const,
          ]
        : []),
      { titleId, qty: -difference, from: 'warehouse', to: 'supplier', reason: 'sync', ...ref },
    ];
  });
  await recordMovements(tx, movements, actor);
  await sql`
    update titles set source_warehouse_qty = given.figure, updated_at = now()
    from json_to_recordset(${JSON.stringify(figures)}::json) as given(id uuid, figure bigint)
    where titles.id = given.id`.execute(tx);
  return figures.map(({ id }) => id);
}
