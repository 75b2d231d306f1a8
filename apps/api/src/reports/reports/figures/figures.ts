/** Figures by name, without zeros, as the database makes them: cents, units or orders. */
export type Figures = Readonly<Record<string, number>>;

/** Adds up figures of the same names. */
export function addFigures(parts: readonly Figures[]): Figures {
  const sums: Record<string, number> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}

/** Returns the figures whose names begin with `group` and a period, by the rest of their names. */
export function groupOfFigures(figures: Figures, group: string): [name: string, value: number][] {
  return Object.entries(figures)
    .filter(([name]) => name.startsWith(`${group}.`))
    .map(([name, value]) => [name.slice(group.length + 1), value]);
}
