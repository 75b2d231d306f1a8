import type { FigureGroup, Figures } from '@pos/contract/reports/tables';

/** Row of a table's body: a heading with its subtotal, or figures. */
export type Line = { key: string } & (
  | { kind: 'group'; group: FigureGroup; place: number; isOpen: boolean }
  | { kind: 'row'; row: Figures }
);

/** Returns the lines of a table; a closed group is only its heading. */
export function toFigureLines(
  groups: readonly FigureGroup[],
  isOpen: (place: number) => boolean,
): Line[] {
  return groups.flatMap((group, place): Line[] => {
    const rows = group.rows.map((row, index): Line => ({
      kind: 'row',
      key: `${place}.${index}`,
      row,
    }));
    if (!group.subtotal) return rows;
    const open = isOpen(place);
    return [
      { kind: 'group', key: String(place), group, place, isOpen: open },
      ...(open ? rows : []),
    ];
  });
}

/** Cuts lines into parts that are drawn when they come into view. */
export function toPageParts(lines: readonly Line[], size: number): Line[][] {
  return Array.from({ length: Math.ceil(lines.length / size) }, (_, index) =>
    lines.slice(index * size, (index + 1) * size),
  );
}

/** Name of a group: the value that its rows share, and what tells it apart. */
export function groupName({ keys: [first, ...others] }: FigureGroup, groupedBy: string) {
  return { name: first || `No ${groupedBy}`, detail: others.filter(Boolean).join(', ') };
}
