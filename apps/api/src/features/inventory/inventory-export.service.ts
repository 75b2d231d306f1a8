import type {
  AllInventoryQuery,
  FairInventoryQuery,
  FairLine,
  InventoryTitle,
} from '@pos/contract/inventory';
import type { WholeList } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { countFairLines, orderedFairLines } from './inventory.queries.ts';
import { countTitles, orderedTitles } from './titles.queries.ts';

const TITLE: readonly WrittenColumn[] = [
  { header: 'SKU', kind: 'isbn' },
  { header: 'ISBN', kind: 'isbn' },
  { header: 'Title', kind: 'text', width: 40 },
  { header: 'Author', kind: 'text' },
  { header: 'Category', kind: 'text', width: 16 },
];
const LINE_COLUMNS: readonly WrittenColumn[] = [
  ...TITLE,
  { header: 'Price', kind: 'money' },
  { header: 'Taxable', kind: 'text', width: 8 },
  { header: 'Sent', kind: 'integer' },
  { header: 'Missing', kind: 'integer' },
  { header: 'Adjusted', kind: 'integer' },
  { header: 'Sold', kind: 'integer' },
  { header: 'Restocked', kind: 'integer' },
  { header: 'On hand', kind: 'integer' },
  { header: 'Oversold', kind: 'integer' },
  { header: 'Expected return', kind: 'integer' },
  { header: 'Counted return', kind: 'integer' },
  { header: 'Damaged', kind: 'integer' },
  { header: 'Stock', kind: 'text', width: 12 },
  { header: 'Cartons', kind: 'text' },
  { header: 'Status', kind: 'text', width: 10 },
];
const TITLE_COLUMNS: readonly WrittenColumn[] = [
  ...TITLE,
  { header: 'Format', kind: 'text', width: 12 },
  { header: 'Price', kind: 'money' },
  { header: 'Taxable', kind: 'text', width: 8 },
  { header: 'In the warehouse', kind: 'integer' },
  { header: 'Allocated', kind: 'integer' },
  { header: 'Available', kind: 'integer' },
  { header: 'Out at fairs', kind: 'integer' },
  { header: 'Fairs', kind: 'integer' },
  { header: 'Stock', kind: 'text', width: 12 },
  { header: 'Same ISBN', kind: 'text' },
  { header: 'Status', kind: 'text', width: 10 },
];

/** Exports one fair's inventory: all matching rows, in the list's order, in units. */
export async function fairLinesToExport(snapshot: Db, query: WholeList<FairInventoryQuery>) {
  return {
    name: 'Fair inventory',
    columns: LINE_COLUMNS,
    total: await countFairLines(snapshot, query),
    rows: streamRows(snapshot, orderedFairLines(snapshot, query)),
    cells: lineCells,
  };
}

/** Exports the catalog: all matching rows, in the list's order, in units. */
export async function titlesToExport(snapshot: Db, query: WholeList<AllInventoryQuery>) {
  return {
    name: 'All inventory',
    columns: TITLE_COLUMNS,
    total: await countTitles(snapshot, query),
    rows: streamRows(snapshot, orderedTitles(snapshot, query)),
    cells: titleCells,
  };
}

function lineCells(row: FairLine): WrittenValue[] {
  return [
    row.sku,
    row.isbn13,
    row.title,
    row.author,
    row.category,
    row.priceCents,
    row.taxable ? 'Y' : 'N',
    row.sentQty,
    row.missingQty,
    row.adjustQty,
    row.soldQty,
    row.restockedQty,
    row.onHand,
    row.oversoldQty,
    row.expectedReturn,
    row.countedReturnQty,
    row.damagedQty,
    row.stock.replace('-', ' '),
    row.cartons.join(', '),
    row.status,
  ];
}

function titleCells(row: InventoryTitle): WrittenValue[] {
  return [
    row.sku,
    row.isbn13,
    row.title,
    row.author,
    row.category,
    row.format,
    row.priceCents,
    row.taxable ? 'Y' : 'N',
    row.warehouseQty,
    row.allocatedQty,
    row.availableQty,
    row.atFairsQty,
    row.fairs,
    row.stock,
    row.sameIsbn.join(', '),
    row.status,
  ];
}
