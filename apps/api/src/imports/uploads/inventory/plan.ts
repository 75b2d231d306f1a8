import { nominalUnits, PACKAGE_OPTIONS } from '@pos/contract/fairs/package-options';
import type { RowMessage } from '@pos/contract/imports/uploads';
import { formatCount } from '@pos/contract/values/counts';
import { v7 as uuidv7 } from 'uuid';
import { judgeRows, type JudgedRow } from './judge.ts';
import { judgeAgainstLoaded } from './loaded.ts';
import type { InventoryRow } from './rows.ts';
import { lineKey, type LoadableFair, type LoadState } from './state.queries.ts';
import { refuse, warn } from '../row-messages.ts';
import { forEach, type Steps } from '../time-slices.ts';
import type { Outcome } from '../upload.ts';

export type PlannedRow = JudgedRow & { outcome: Outcome };

export type NewTitle = {
  id: string;
  sku: string;
  isbn13: string | null;
  title: string;
  author: string;
  category: InventoryRow['category'];
  format: string;
  priceCents: number;
  taxable: boolean;
};
export type Shipment = { fairId: string; titleId: string; cartonId: string | null; qty: number };

/** Effects that an inventory file would have. Nothing is written yet. */
export type LoadPlan = {
  rows: PlannedRow[];
  warnings: RowMessage[];
  fairs: LoadableFair[];
  newTitles: NewTitle[];
  newCartons: { id: string; code: string; fairId: string }[];
  /** Cartons of the file, and whether rejected rows may still be added to them, now and before. */
  cartons: { id: string; incomplete: boolean; wasIncomplete: boolean }[];
  newLines: { fairId: string; titleId: string; priceCents: number }[];
  changedPrices: { fairId: string; titleId: string; priceCents: number; fromCents: number }[];
  shipments: Shipment[];
};

/**
 * Plans the effect of each row of an inventory file, given the state of the database (domain 10.3).
 */
export function* planLoad(
  rows: readonly InventoryRow[],
  state: LoadState,
  chosen: LoadableFair | undefined,
): Steps<LoadPlan> {
  const judged = yield* judgeRows(rows, state, chosen);
  const outcomes = new Map<JudgedRow, Outcome>();
  yield* judgeAgainstLoaded(judged, state, outcomes);
  yield* forEach(judged, (row) => {
    if (outcomes.get(row) === 'create' && row.known && !row.known.active)
      refuse(
        row,
        'ISBN/SKU',
        'TITLE_INACTIVE',
        'This title is inactive and cannot be added to a fair.',
      );
    if (row.errors.length > 0) outcomes.set(row, 'reject');
  });
  const plan: LoadPlan = {
    rows: [],
    warnings: [],
    fairs: [],
    newTitles: [],
    newCartons: [],
    cartons: [],
    newLines: [],
    changedPrices: [],
    shipments: [],
  };
  yield* planEffects(judged, outcomes, state, plan);
  yield* warnOfShortages(judged, state, plan);
  yield* forEach(judged, (row) =>
    plan.rows.push(
      Object.assign(row, { outcome: outcomes.get(row) ?? 'reject', found: row.known?.title }),
    ),
  );
  yield;
  plan.fairs = [
    ...new Map(
      judged.flatMap((row) => (row.in && row.errors.length === 0 ? [[row.in.id, row.in]] : [])),
    ).values(),
  ];
  plan.warnings = plan.fairs.flatMap((fair) => packageWarning(fair, plan));
  return plan;
}

/** A row without errors, with all values that its effects need. */
type CompleteRow = JudgedRow & {
  in: LoadableFair;
  code: string;
  quantity: number;
  priceCents: number;
};

function isComplete(row: JudgedRow): row is CompleteRow {
  return (
    row.errors.length === 0 &&
    row.in !== undefined &&
    row.code !== undefined &&
    row.quantity !== undefined &&
    typeof row.priceCents === 'number'
  );
}

/** State and outcomes that effects are planned from, and the parts planned by earlier rows. */
type Planning = {
  state: LoadState;
  outcomes: Map<JudgedRow, Outcome>;
  plan: LoadPlan;
  /** IDs of new titles, by code in lowercase. */
  titleIds: Map<string, string>;
  /** IDs of the file's cartons, by code in lowercase. */
  cartonIds: Map<string, string>;
  /** Price and row number that decide a line's price, by `lineKey`. */
  prices: Map<string, { cents: number; row: number }>;
};

function* planEffects(
  rows: readonly JudgedRow[],
  outcomes: Map<JudgedRow, Outcome>,
  state: LoadState,
  plan: LoadPlan,
): Steps {
  const planning: Planning = {
    state,
    outcomes,
    plan,
    titleIds: new Map(),
    cartonIds: new Map(),
    prices: new Map(),
  };
  yield* forEach(rows, (row) => {
    if (isComplete(row)) planRow(row, planning);
  });
  const rejected = new Set(
    rows
      .filter((row) => row.errors.length > 0 && row.carton)
      .map((row) => row.carton!.toLowerCase()),
  );
  // A carton that was complete stays complete, whatever else the file tries to add to it.
  plan.cartons = [...planning.cartonIds].map(([code, id]) => ({
    id,
    incomplete: rejected.has(code) && (state.cartons.get(code)?.takesRows ?? true),
    wasIncomplete: state.cartons.get(code)?.takesRows ?? false,
  }));
}

/** Plans the title, line, price, carton and shipment of one row. */
function planRow(row: CompleteRow, planning: Planning): void {
  const { outcomes, plan } = planning;
  const { in: fair, quantity } = row;
  const titleId = row.known?.id ?? newTitleId(row, planning);
  planPrice(row, titleId, planning);
  const cartonId = row.carton ? getCartonId(row.carton, fair.id, planning) : null;
  if (outcomes.get(row) === 'create')
    plan.shipments.push({ fairId: fair.id, titleId, cartonId, qty: quantity });
}

/** Plans a new line or its changed price. The first row of a title decides its price at the fair. */
function planPrice(row: CompleteRow, titleId: string, planning: Planning): void {
  const { state, outcomes, plan, prices } = planning;
  const { in: fair, priceCents } = row;
  const key = lineKey(fair.id, titleId);
  const earlier = prices.get(key);
  if (earlier) {
    if (earlier.cents !== priceCents)
      warn(
        row,
        'Price',
        'OTHER_PRICE',
        `Row ${earlier.row} has another price for this title at this fair. That price is used.`,
      );
    return;
  }
  prices.set(key, { cents: priceCents, row: row.number });
  const line = state.lines.get(key);
  if (!line) plan.newLines.push({ fairId: fair.id, titleId, priceCents });
  else if (line.priceCents !== priceCents) {
    plan.changedPrices.push({ fairId: fair.id, titleId, priceCents, fromCents: line.priceCents });
    if (outcomes.get(row) === 'unchanged') outcomes.set(row, 'update');
  }
}

function getCartonId(code: string, fairId: string, { state, plan, cartonIds }: Planning): string {
  const key = code.toLowerCase();
  const known = cartonIds.get(key) ?? state.cartons.get(key)?.id;
  const id = known ?? uuidv7();
  if (known === undefined) plan.newCartons.push({ id, code, fairId });
  cartonIds.set(key, id);
  return id;
}

function newTitleId(row: CompleteRow, { titleIds, plan }: Planning): string {
  const code = row.code.toLowerCase();
  const known = titleIds.get(code);
  if (known !== undefined) return known;
  const id = uuidv7();
  titleIds.set(code, id);
  const { author, category, format } = row;
  plan.newTitles.push({
    id,
    sku: row.code,
    isbn13: row.isBook ? row.code : null,
    title: row.title!,
    author,
    category,
    format,
    priceCents: row.priceCents,
    taxable: row.taxable ?? true,
  });
  return id;
}

/**
 * Warns of units that the warehouse does not have on record and books a correction. The boxes are
 * already packed, so this is never refused (domain 10.3).
 */
function* warnOfShortages(
  rows: readonly JudgedRow[],
  { titles }: LoadState,
  { shipments }: LoadPlan,
): Steps {
  const available = new Map<string, number>();
  yield* forEach(titles.values(), ({ id, availableQty }) => available.set(id, availableQty));
  const needed = new Map<string, number>();
  yield* forEach(shipments, ({ titleId, qty }) =>
    needed.set(titleId, (needed.get(titleId) ?? 0) + qty),
  );
  const firstRows = new Map<string, JudgedRow>();
  yield* forEach(rows, (row) => {
    if (row.known && row.errors.length === 0 && !firstRows.has(row.known.id))
      firstRows.set(row.known.id, row);
  });
  yield* forEach(needed, ([titleId, units]) => {
    const there = available.get(titleId) ?? 0;
    if (units <= there) return;
    const row = firstRows.get(titleId);
    if (row)
      warn(
        row,
        'Quantity',
        'WAREHOUSE_SHORTAGE',
        `The warehouse has only ${there} of these ${units} units on record. The other ${units - there} are booked as a correction.`,
      );
  });
}

/** Warns if units differ from the package's nominal number by more than 10 % (domain 10.3). */
function packageWarning(fair: LoadableFair, { shipments }: LoadPlan): RowMessage[] {
  const units = shipments.reduce(
    (sum, { fairId, qty }) => sum + (fairId === fair.id ? qty : 0),
    fair.sentUnits,
  );
  const nominal = nominalUnits(fair.packageOption);
  if (Math.abs(units - nominal) * 10 <= nominal) return [];
  const numbers = `${formatCount(units)} units, but its package ${PACKAGE_OPTIONS[fair.packageOption]} means about ${formatCount(nominal)}`;
  const message = `Fair ${fair.identifier} has ${numbers}.`;
  return [{ row: 0, column: 'Quantity', value: String(units), code: 'PACKAGE_UNITS', message }];
}
