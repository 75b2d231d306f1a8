import { nominalUnits, PACKAGE_OPTIONS } from '@pos/contract/fair-packages';
import type { RowMessage } from '@pos/contract/imports';
import { v7 as uuidv7 } from 'uuid';
import { fileWarning, judgeRows, type JudgedRow } from './inventory-judge.ts';
import type { InventoryRow } from './inventory-rows.ts';
import { lineKey, type LoadableFair, type LoadState } from './inventory-state.queries.ts';
import { refuse, warn } from './row-reader.ts';
import { inSlices, otherWork } from './slices.ts';
import type { Outcome } from './upload-result.ts';

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
  /**
   * Cartons of the file; tells if rejected rows of theirs may still be added, and if that was so
   * before.
   */
  cartons: { id: string; incomplete: boolean; wasIncomplete: boolean }[];
  newLines: { fairId: string; titleId: string; priceCents: number }[];
  changedPrices: { fairId: string; titleId: string; priceCents: number; fromCents: number }[];
  shipments: Shipment[];
};

/**
 * Plans the effect of each row of an inventory file, given the state of the database (domain 10.3).
 */
export async function planLoad(
  rows: readonly InventoryRow[],
  state: LoadState,
  chosen: LoadableFair | undefined,
): Promise<LoadPlan> {
  const judged = await judgeRows(rows, state, chosen);
  const outcomes = new Map<JudgedRow, Outcome>();
  await judgeAgainstLoaded(judged, state, outcomes);
  await inSlices(judged, (row) => {
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
  await planEffects(judged, outcomes, state, plan);
  await warnOfShortages(judged, state, plan);
  await inSlices(judged, (row) =>
    plan.rows.push(Object.assign(row, { outcome: outcomes.get(row) ?? 'reject' })),
  );
  await otherWork();
  plan.fairs = [
    ...new Map(
      judged.flatMap((row) => (row.in && row.errors.length === 0 ? [[row.in.id, row.in]] : [])),
    ).values(),
  ];
  plan.warnings = plan.fairs.flatMap((fair) => packageWarning(fair, plan));
  return plan;
}

/**
 * Marks rows that are already loaded as unchanged. A loaded carton accepts nothing else (domain
 * 10.3).
 */
async function judgeAgainstLoaded(
  rows: readonly JudgedRow[],
  { cartons, lines }: LoadState,
  outcomes: Map<JudgedRow, Outcome>,
): Promise<void> {
  const packed = Map.groupBy(
    rows.filter((row) => row.in && row.carton),
    (row) => row.carton!.toLowerCase(),
  );
  await inSlices(packed, ([code, ofCarton]) => {
    const carton = cartons.get(code);
    for (const row of ofCarton) {
      const loaded = row.known ? carton?.contents.get(row.known.id) : undefined;
      outcomes.set(row, loaded !== undefined && loaded === row.quantity ? 'unchanged' : 'create');
      if (
        !carton ||
        carton.fairId !== row.in?.id ||
        row.quantity === undefined ||
        row.code === undefined
      )
        continue;
      if (loaded !== undefined && loaded !== row.quantity)
        refuse(
          row,
          'Carton',
          'ALREADY_LOADED',
          `Carton ${row.carton} is already loaded, with ${loaded} of this title.`,
        );
      else if (loaded === undefined && !carton.takesRows)
        refuse(
          row,
          'Carton',
          'ALREADY_LOADED',
          `Carton ${row.carton} is already loaded, without this title.`,
        );
    }
    const first = ofCarton[0];
    const named = new Set(ofCarton.map((row) => row.known?.id));
    const absent = [...(carton?.contents.keys() ?? [])].filter(
      (titleId) => !named.has(titleId),
    ).length;
    if (
      first &&
      carton &&
      absent > 0 &&
      !carton.takesRows &&
      ofCarton.every((row) => row.errors.length === 0)
    ) {
      refuse(
        first,
        'Carton',
        'ALREADY_LOADED',
        `Carton ${first.carton} is already loaded, with ${absent} more ${absent === 1 ? 'title' : 'titles'}.`,
      );
    }
  });
  const loose = Map.groupBy(
    rows.filter((row) => row.in && row.carton === null && row.code !== undefined),
    (row) => lineKey(row.in!.id, row.known?.id ?? row.code!),
  );
  await inSlices(loose, ([key, ofTitle]) => {
    const loaded = lines.get(key)?.looseQty ?? 0;
    const units = ofTitle.reduce((sum, row) => sum + (row.quantity ?? 0), 0);
    for (const row of ofTitle) {
      outcomes.set(row, loaded > 0 && loaded === units ? 'unchanged' : 'create');
      if (loaded > 0 && loaded !== units)
        refuse(
          row,
          'Quantity',
          'ALREADY_LOADED',
          `This title is already loaded without a carton, with ${loaded} units.`,
        );
    }
  });
}

async function planEffects(
  rows: readonly JudgedRow[],
  outcomes: Map<JudgedRow, Outcome>,
  { cartons, lines }: LoadState,
  plan: LoadPlan,
): Promise<void> {
  const titleIds = new Map<string, string>();
  const cartonIds = new Map<string, string>();
  const prices = new Map<string, { cents: number; row: number }>();
  await inSlices(rows, (row) => {
    if (
      row.errors.length > 0 ||
      !row.in ||
      row.code === undefined ||
      row.quantity === undefined ||
      row.priceCents === undefined
    )
      return;
    const { in: fair, priceCents, quantity } = row;
    const titleId = row.known?.id ?? newTitleId(row, titleIds, plan);
    const key = lineKey(fair.id, titleId);
    const line = lines.get(key);
    const earlier = prices.get(key);
    if (earlier) {
      if (earlier.cents !== priceCents)
        warn(
          row,
          'Price',
          'OTHER_PRICE',
          `Row ${earlier.row} has another price for this title at this fair. That price is used.`,
        );
    } else {
      prices.set(key, { cents: priceCents, row: row.number });
      if (!line) plan.newLines.push({ fairId: fair.id, titleId, priceCents });
      else if (line.priceCents !== priceCents) {
        plan.changedPrices.push({
          fairId: fair.id,
          titleId,
          priceCents,
          fromCents: line.priceCents,
        });
        if (outcomes.get(row) === 'unchanged') outcomes.set(row, 'update');
      }
    }
    const cartonId = row.carton ? cartonIdOf(row.carton, fair.id) : null;
    if (outcomes.get(row) === 'create')
      plan.shipments.push({ fairId: fair.id, titleId, cartonId, qty: quantity });
  });
  const rejected = new Set(
    rows
      .filter((row) => row.errors.length > 0 && row.carton)
      .map((row) => row.carton!.toLowerCase()),
  );
  // A carton that was complete stays complete, whatever else the file tries to add to it.
  plan.cartons = [...cartonIds].map(([code, id]) => ({
    id,
    incomplete: rejected.has(code) && (cartons.get(code)?.takesRows ?? true),
    wasIncomplete: cartons.get(code)?.takesRows ?? false,
  }));

  function cartonIdOf(code: string, fairId: string): string {
    const known = cartonIds.get(code.toLowerCase()) ?? cartons.get(code.toLowerCase())?.id;
    const id = known ?? uuidv7();
    if (known === undefined) plan.newCartons.push({ id, code, fairId });
    cartonIds.set(code.toLowerCase(), id);
    return id;
  }
}

function newTitleId(row: JudgedRow, ids: Map<string, string>, plan: LoadPlan): string {
  const code = row.code!.toLowerCase();
  const known = ids.get(code);
  if (known !== undefined) return known;
  const id = uuidv7();
  ids.set(code, id);
  const { author, category, format } = row;
  plan.newTitles.push({
    id,
    sku: row.code!,
    isbn13: row.isBook ? row.code! : null,
    title: row.title!,
    author,
    category,
    format,
    priceCents: row.priceCents!,
    taxable: row.taxable ?? true,
  });
  return id;
}

/**
 * Warns of units that the warehouse does not have on record and books a correction. The boxes are
 * already packed, so this is never refused (domain 10.3).
 */
async function warnOfShortages(
  rows: readonly JudgedRow[],
  { titles }: LoadState,
  { shipments }: LoadPlan,
): Promise<void> {
  const available = new Map<string, number>();
  await inSlices(titles.values(), ({ id, availableQty }) => available.set(id, availableQty));
  const needed = new Map<string, number>();
  await inSlices(shipments, ({ titleId, qty }) =>
    needed.set(titleId, (needed.get(titleId) ?? 0) + qty),
  );
  const firstRows = new Map<string, JudgedRow>();
  await inSlices(rows, (row) => {
    if (row.known && row.errors.length === 0 && !firstRows.has(row.known.id))
      firstRows.set(row.known.id, row);
  });
  await inSlices(needed, ([titleId, units]) => {
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
  const numbers = `${units.toLocaleString('en-US')} units, but its package ${PACKAGE_OPTIONS[fair.packageOption]} means about ${nominal.toLocaleString('en-US')}`;
  return [
    fileWarning(
      'PACKAGE_UNITS',
      `Fair ${fair.identifier} has ${numbers}.`,
      'Quantity',
      String(units),
    ),
  ];
}
