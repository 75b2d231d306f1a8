import { z } from 'zod';
import { FairInventoryUpdate, LineMovement, PriceChange } from './adjustments.ts';
import { defineApi } from '../endpoint.ts';
import { PROMOTED, severalOf } from '../list-filters.ts';
import { byDuty, edit, read, readOrDuty } from '../permissions.ts';
import { RECORD_STATUS } from '../record-status.ts';
import { TitleMovements, TitleMovementsQuery } from './title-movements.ts';
import {
  closedSet,
  dataSchema,
  Day,
  Done,
  Id,
  listSchema,
  listQuery,
  RecordStatus,
} from '../values.ts';

/** Categories of titles (domain 3.7); anything else becomes Other. */
export const CATEGORIES = [
  'Picture',
  'Early reader',
  'Chapter',
  'Middle grade',
  'Teen',
  'Faith',
  'Activity',
  'Merchandise',
  'Other',
] as const;
export const Category = z.enum(CATEGORIES);
export type Category = z.infer<typeof Category>;

/** Name, author and category of a title, as a list outside the inventory shows it. */
export const TitleFacts = z.strictObject({
  title: z.string(),
  author: z.string(),
  category: Category,
  pictureId: Id.nullable(),
});

/**
 * Stock state of a fair line: above, at or below the last-copy threshold, sold out, or oversold.
 * Closed out: the close-out took the units that were left.
 */
export const STOCK = {
  in: { label: 'In stock', meaning: 'ok' },
  'last-copy': { label: 'Last copy', meaning: 'warn' },
  'sold-out': { label: 'Sold out', meaning: 'off' },
  'closed-out': { label: 'Closed out', meaning: 'off' },
  oversold: { label: 'Oversold', meaning: 'bad' },
} as const;
export const StockState = closedSet(STOCK);
export type StockState = z.infer<typeof StockState>;

/**
 * One title at one fair, in units. `expectedReturn` = sent − missing + adjusted − sold + restocked
 * (domain 3.8). `receivedQty` = sent + received later, `otherQty` = what else changed the stock:
 * received − sold + other = on hand. `onHand` is never below 0; the difference is `oversoldQty`.
 * `countedReturnQty` is null until the return is counted.
 */
export const FairLine = z.strictObject({
  id: Id,
  titleId: Id,
  sku: z.string(),
  isbn13: z.string().nullable(),
  upc: z.string().nullable(),
  title: z.string(),
  author: z.string(),
  category: Category,
  priceCents: z.int(),
  taxable: z.boolean(),
  sentQty: z.int(),
  missingQty: z.int(),
  adjustQty: z.int(),
  soldQty: z.int(),
  restockedQty: z.int(),
  receivedQty: z.int(),
  otherQty: z.int(),
  expectedReturn: z.int(),
  countedReturnQty: z.int().nullable(),
  damagedQty: z.int(),
  onHand: z.int(),
  oversoldQty: z.int(),
  stock: StockState,
  cartons: z.array(z.string()),
  pictureId: Id.nullable(),
  status: RecordStatus,
});
export type FairLine = z.infer<typeof FairLine>;

/**
 * A line after a manual change: `quantity` is on hand before the change, `totalNewQuantity` on hand
 * now; both are below 0 if oversold. `transfer` is the other fair's line after a transfer.
 */
export const AdjustedLine = FairLine.extend({
  quantity: z.int(),
  totalNewQuantity: z.int(),
  transfer: z
    .strictObject({ lineId: Id, fairId: Id, fairName: z.string(), onHand: z.int() })
    .nullable(),
});
export type AdjustedLine = z.infer<typeof AdjustedLine>;

export const FairInventoryQuery = listQuery(
  [
    'title',
    'sku',
    'category',
    'priceCents',
    'sentQty',
    'receivedQty',
    'soldQty',
    'onHand',
    'status',
  ],
  'title',
  {
    fairId: z.uuid('Choose a fair.'),
    stock: severalOf('Stock', StockState, STOCK, PROMOTED),
    category: severalOf('Category', Category, CATEGORIES, PROMOTED),
    status: severalOf('Status', RecordStatus, RECORD_STATUS),
  },
);
export type FairInventoryQuery = z.output<typeof FairInventoryQuery>;

/**
 * Stock state of a title in the warehouse: available above, at or below the low-stock threshold,
 * none, or more promised than in stock.
 */
export const TITLE_STOCK = {
  in: { label: 'In stock', meaning: 'ok' },
  low: { label: 'Low', meaning: 'warn' },
  out: { label: 'Out of stock', meaning: 'off' },
  negative: { label: 'Short', meaning: 'bad' },
} as const;
export const TitleStock = closedSet(TITLE_STOCK);
export type TitleStock = z.infer<typeof TitleStock>;

/**
 * One title of the catalog, in units. `availableQty` = warehouse − allocated (ship-to-school units
 * paid and not yet shipped), negative if more is promised than in stock. `fairs`: number of fairs
 * with the title that are not closed out, or that still have units of `atFairsQty`. `sameIsbn`: SKUs
 * of other titles with its ISBN.
 */
export const InventoryTitle = z.strictObject({
  id: Id,
  sku: z.string(),
  isbn13: z.string().nullable(),
  upc: z.string().nullable(),
  title: z.string(),
  author: z.string(),
  category: Category,
  format: z.string(),
  priceCents: z.int(),
  taxable: z.boolean(),
  warehouseQty: z.int(),
  allocatedQty: z.int(),
  availableQty: z.int(),
  atFairsQty: z.int(),
  fairs: z.int(),
  stock: TitleStock,
  sameIsbn: z.array(z.string()),
  /** Picture of the cover (titles/pictures); null if there is none. */
  pictureId: Id.nullable(),
  status: RecordStatus,
});
export type InventoryTitle = z.infer<typeof InventoryTitle>;

export const AllInventoryQuery = listQuery(
  [
    'title',
    'sku',
    'author',
    'category',
    'priceCents',
    'warehouseQty',
    'allocatedQty',
    'availableQty',
    'atFairsQty',
    'status',
  ],
  'title',
  {
    stock: severalOf('Availability', TitleStock, TITLE_STOCK, PROMOTED),
    category: severalOf('Category', Category, CATEGORIES, PROMOTED),
    status: severalOf('Status', RecordStatus, RECORD_STATUS, PROMOTED),
  },
);
export type AllInventoryQuery = z.output<typeof AllInventoryQuery>;

/** Stock of a title at one fair: received − sold + other = on hand, less what was oversold (domain 3.8). */
export const TitleAtFair = z.strictObject({
  lineId: Id,
  fairId: Id,
  fairName: z.string(),
  fairIdentifier: z.string(),
  startDate: Day,
  endDate: Day,
  closeOutState: z.enum(['open', 'finished']),
  priceCents: z.int(),
  sentQty: z.int(),
  receivedQty: z.int(),
  soldQty: z.int(),
  otherQty: z.int(),
  onHand: z.int(),
  oversoldQty: z.int(),
  status: RecordStatus,
});
export type TitleAtFair = z.infer<typeof TitleAtFair>;

const NewStatus = z.strictObject({ status: RecordStatus });

export const inventoryApi = defineApi({
  fairInventory: {
    call: 'GET /v1/inventory/fair-inventory',
    place: 'seen',
    access: read('Fair Inventory'),
    summary: 'List the titles of a fair with their quantities',
    query: FairInventoryQuery,
    response: listSchema(FairLine),
  },
  update: {
    call: 'PUT /v1/inventory/fair-inventory-update/:id',
    place: 'named',
    access: byDuty('adjust_stock'),
    idempotent: true,
    summary:
      "Change one title's stock at a fair: add, remove, transfer to another fair, count returns",
    description:
      'Sends the difference and the on hand that was seen; the difference is applied to what is there now. 400 on updatedQuantity where it would go below 0 as it was seen, 409 STOCK_INSUFFICIENT where it would go below 0 now, ' +
      '409 STALE_QUANTITY for reason count when on hand changed in the meantime; both include the current line in `current`. 409 FAIR_FINISHED once the fair is closed out.',
    body: FairInventoryUpdate,
    response: dataSchema(AdjustedLine),
  },
  changePrice: {
    call: 'PATCH /v1/inventory/fair-inventory-change-price/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: "Change one title's price at a fair",
    description:
      'Registers get it with their next catalog. Orders keep their prices, and sales at a former price are booked. ' +
      '409 STALE_VERSION if the price is no longer the one that was seen, with the current line in `current`. 409 FAIR_FINISHED once the fair is closed out.',
    body: PriceChange,
    response: dataSchema(FairLine),
  },
  movements: {
    call: 'GET /v1/inventory/fair-inventory/:id/movements',
    place: 'seen',
    access: read('Fair Inventory'),
    summary: "List a title's last stock movements at a fair",
    description: 'The newest first, at most 10.',
    response: dataSchema(z.array(LineMovement)),
  },
  changeStatus: {
    call: 'PATCH /v1/inventory/fair-inventory-change-status/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Activate or deactivate one title at a fair',
    description: 'An inactive title cannot be sold at a register.',
    body: NewStatus,
    response: dataSchema(FairLine),
  },
  delete: {
    call: 'DELETE /v1/inventory/fair-inventory-delete/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Remove a title from a fair that never sold it',
    description: 'Units on hand go to the warehouse. 409 IN_USE once it was sold.',
    response: Done,
  },
  allInventory: {
    call: 'GET /v1/inventory/all-inventory',
    place: 'seen',
    access: read('All Inventory'),
    summary: 'List the titles of the company: warehouse, allocated, available, at fairs',
    query: AllInventoryQuery,
    response: listSchema(InventoryTitle),
  },
  titleAtFairs: {
    call: 'GET /v1/inventory/all-inventory/:id/fairs',
    place: 'seen',
    access: read('All Inventory'),
    summary: "List a title's stock at each fair",
    description: 'At most 100 fairs: open ones first, then the newest.',
    response: dataSchema(z.array(TitleAtFair)),
  },
  titleMovements: {
    call: 'GET /v1/inventory/all-inventory/:id/movements',
    place: 'seen',
    access: readOrDuty('All Inventory', 'work_warehouse'),
    summary: "List a title's stock movements with what wrote them, newest first",
    description: 'Without sales at fairs. 20 per answer; `next` is the `before` of the older ones.',
    query: TitleMovementsQuery,
    response: dataSchema(TitleMovements),
  },
  changeTitleStatus: {
    call: 'PATCH /v1/inventory/all-inventory-change-status/:id',
    place: 'everywhere',
    access: edit('Fairs'),
    summary: 'Retire a title everywhere, or bring it back',
    description: 'An inactive title cannot be added to fairs or shipped.',
    body: NewStatus,
    response: dataSchema(InventoryTitle),
  },
});
