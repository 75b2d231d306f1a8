import type { Figures } from './fair-folder.ts';

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
