import type { Column } from '../description.ts';

/** Columns that can change places: not the first, which names the row, nor those with an action. */
export function movableColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.filter(({ stays }, at) => at > 0 && !stays);
}

/**
 * Columns in the chosen order. A column that it does not name, such as one added since, follows the
 * column that it usually follows.
 */
export function inOrder<Row>(
  columns: readonly Column<Row>[],
  order: readonly string[],
): readonly Column<Row>[] {
  const movable = movableColumns(columns);
  const named = movable
    .filter(({ id }) => order.includes(id))
    .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  if (named.length === 0) return columns;
  const placed = [...named];
  for (const [at, column] of movable.entries()) {
    if (named.includes(column)) continue;
    const before = movable[at - 1];
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column);
  }
  return [
    ...columns.slice(0, 1),
    ...placed,
    ...columns.filter(({ stays }, at) => at > 0 && stays === true),
  ];
}

/** IDs with one of them moved by some places, at most to an end. */
export function moved(ids: readonly string[], id: string, by: number): string[] {
  const from = ids.indexOf(id);
  const rest = ids.filter((other) => other !== id);
  rest.splice(Math.max(0, from + by), 0, id);
  return rest;
}
