import { pluralize } from '@pos/contract/values/counts';
import type { JudgedRow } from './judge.ts';
import { lineKey, type KnownCarton, type LoadState } from './state.queries.ts';
import { refuse } from '../row-messages.ts';
import { forEach, type Steps } from '../time-slices.ts';
import type { Outcome } from '../upload.ts';

/**
 * Compares rows with the stock that is already loaded and sets their outcomes: `unchanged` or
 * `create`. A loaded carton accepts nothing else (domain 10.3).
 */
export function* judgeAgainstLoaded(
  rows: readonly JudgedRow[],
  { cartons, lines }: LoadState,
  outcomes: Map<JudgedRow, Outcome>,
): Steps {
  const packed = Map.groupBy(
    rows.filter((row) => row.in && row.carton),
    (row) => row.carton!.toLowerCase(),
  );
  yield* forEach(packed, ([code, ofCarton]) => {
    const carton = cartons.get(code);
    for (const row of ofCarton) outcomes.set(row, judgePackedRow(row, carton));
    if (carton && !carton.takesRows) refuseMissingTitles(ofCarton, carton);
  });
  const loose = Map.groupBy(
    rows.filter((row) => row.in && row.carton === null && row.code !== undefined),
    (row) => lineKey(row.in!.id, row.known?.id ?? row.code!),
  );
  yield* forEach(loose, ([key, ofTitle]) => {
    const outcome = judgeLooseRows(ofTitle, lines.get(key)?.looseQty ?? 0);
    for (const row of ofTitle) outcomes.set(row, outcome);
  });
}

/** Compares one row with its loaded carton. Refuses another quantity or a title that it has not. */
function judgePackedRow(row: JudgedRow, carton: KnownCarton | undefined): Outcome {
  const loaded = row.known ? carton?.contents.get(row.known.id) : undefined;
  const isComparable =
    carton?.fairId === row.in?.id && row.quantity !== undefined && row.code !== undefined;
  if (carton && isComparable) {
    if (loaded !== undefined && loaded !== row.quantity)
      refuseLoaded(row, `Carton ${row.carton} is already loaded, with ${loaded} of this title.`);
    else if (loaded === undefined && !carton.takesRows)
      refuseLoaded(row, `Carton ${row.carton} is already loaded, without this title.`);
  }
  return loaded !== undefined && loaded === row.quantity ? 'unchanged' : 'create';
}

/** Refuses a complete carton, otherwise without errors, if titles of it are not in the file. */
function refuseMissingTitles(rows: readonly JudgedRow[], carton: KnownCarton): void {
  const [first] = rows;
  const named = new Set(rows.map((row) => row.known?.id));
  const absent = [...carton.contents.keys()].filter((titleId) => !named.has(titleId)).length;
  if (first && absent > 0 && rows.every((row) => row.errors.length === 0))
    refuseLoaded(
      first,
      `Carton ${first.carton} is already loaded, with ${pluralize(absent, 'more title')}.`,
    );
}

/** Compares the rows of one title without a carton with its units that are already loaded so. */
function judgeLooseRows(rows: readonly JudgedRow[], loaded: number): Outcome {
  const units = rows.reduce((sum, row) => sum + (row.quantity ?? 0), 0);
  if (loaded > 0 && loaded === units) return 'unchanged';
  if (loaded > 0)
    for (const row of rows)
      refuse(
        row,
        'Quantity',
        'ALREADY_LOADED',
        `This title is already loaded without a carton, with ${loaded} units.`,
      );
  return 'create';
}

function refuseLoaded(row: JudgedRow, message: string): void {
  refuse(row, 'Carton', 'ALREADY_LOADED', message);
}
