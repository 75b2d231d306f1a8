/** Figures by name, nested as in the reports; a figure is a number. */
export type Figures = { [name: string]: number | Figures };

/** An expected and an actual figure; `name` is its path. */
export type Figure = {
  name: string;
  expected: string | number;
  actual: string | number | null | undefined;
};
export type FigureGroup = { name: string; figures: Figure[] };

/** Pairs every figure of `expected`, at any depth, with the actual figure at the same path. */
export function figuresWithin(expected: Figures, actual: unknown, under = ''): Figure[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const found =
      typeof actual === 'object' && actual !== null
        ? (actual as Record<string, unknown>)[name]
        : undefined;
    const where = under === '' ? name : `${under}, ${name}`;
    if (typeof value === 'object') return figuresWithin(value, found, where);
    return [
      { name: where, expected: value, actual: typeof found === 'number' ? found : undefined },
    ];
  });
}

/**
 * Pairs the figures of each expected row with those of the actual rows of its key, added up. A
 * number is the first figure of `counted`, which must be 0 in all other rows.
 */
export function rowsWithin<Row extends object>(
  expected: Figures,
  rows: readonly Row[],
  toKey: (row: Row) => string,
  ...counted: readonly (keyof Row & string)[]
): Figure[] {
  const sums = new Map<string, Figures>();
  for (const row of rows) sums.set(toKey(row), addUp(sums.get(toKey(row)), row));
  return [
    ...Object.entries(expected).flatMap(([key, figures]) => {
      const own = typeof figures === 'number' ? { [counted[0]!]: figures } : figures;
      return figuresWithin(own, sums.get(key), key);
    }),
    ...[...sums]
      .filter(([key]) => !(key in expected))
      .flatMap(([key, sum]) =>
        figuresWithin(Object.fromEntries(counted.map((name) => [name, 0])), sum, key),
      ),
  ];
}

function addUp(sum: Figures = {}, row: object): Figures {
  const added: Figures = { ...sum };
  for (const [name, value] of Object.entries(row)) {
    const before = sum[name];
    if (typeof value === 'number') added[name] = value + (typeof before === 'number' ? before : 0);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      added[name] = addUp(typeof before === 'object' ? before : {}, value as object);
  }
  return added;
}

/** Returns the figures that differ. */
export function differing({ figures }: FigureGroup): Figure[] {
  return figures.filter(({ expected, actual }) => expected !== actual);
}

/** Formats a group as one line: `daily sales 35 figures agree`. */
export function groupLine(group: FigureGroup): string {
  const wrong = differing(group);
  const count = `${group.figures.length} ${group.figures.length === 1 ? 'figure' : 'figures'}`;
  const [first] = wrong;
  const outcome = first
    ? `${wrong.length} of ${count} differ. ${first.name}: ${String(first.actual ?? 'missing')} instead of ${first.expected}`
    : `${count} ${group.figures.length === 1 ? 'agrees' : 'agree'}`;
  return `${group.name.padEnd(34)}${outcome}`;
}
