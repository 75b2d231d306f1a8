/** Measured column of a list; sizes in px. */
export type ColumnSize = {
  id: string;
  /** Width at which every cell fits on one line. */
  natural: number;
  /** Width down to which its text may wrap; `natural` if it never wraps. */
  least: number;
  /** Width that decides if it stays; it does not depend on the rows. */
  room: number;
  /** The lowest rank leaves first; a column without a rank stays. */
  rank: number | undefined;
  /** Takes its part of spare width. */
  grows: boolean;
};

/**
 * Chooses the columns that fit into `room` px, and their widths. Columns leave by rank, one by one,
 * until the others fit with the room that they declare: turning a page never adds or drops one.
 * Spare width first spares text from wrapping, and is then spread over all columns. If the columns
 * that stay need more than the room, the list scrolls.
 */
export function fitColumns(columns: readonly ColumnSize[], room: number): Map<string, number> {
  const shown = fitting(columns, room);
  const spare = Math.max(0, room - sum(shown.map(({ least }) => least)));
  const unwrapped = share(
    shown.map(({ natural, least }) => natural - least),
    spare,
  );
  const rest = spare - sum(unwrapped);
  const growing = sum(shown.map(({ grows, natural }) => (grows ? natural : 0)));
  return new Map(
    shown.map(({ id, least, natural, grows }, at) => [
      id,
      least + (unwrapped[at] ?? 0) + (grows && growing > 0 ? (rest * natural) / growing : 0),
    ]),
  );
}

function fitting(columns: readonly ColumnSize[], room: number): readonly ColumnSize[] {
  if (sum(columns.map((column) => column.room)) <= room) return columns;
  const [first] = columns
    .filter(({ rank }) => rank !== undefined)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  return first
    ? fitting(
        columns.filter((column) => column !== first),
        room,
      )
    : columns;
}

/** Gives every need the same share at most, so that the small ones are met in full. */
function share(needs: readonly number[], spare: number): number[] {
  const given = needs.map(() => 0);
  let rest = spare;
  const smallestFirst = [...needs.entries()].toSorted(([, one], [, other]) => one - other);
  for (const [done, [at, need]] of smallestFirst.entries()) {
    const part = Math.min(need, rest / (needs.length - done));
    given[at] = part;
    rest -= part;
  }
  return given;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
