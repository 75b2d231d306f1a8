import { placedTexts, type PlacedText } from './pdf-pages.ts';

/** Columns of text, which are left-aligned; those of numbers are right-aligned. */
const TEXT_HEADINGS = ['Date', 'Weekday', 'Fair'];
const DAY = /^\d\d\/\d\d\/\d{4}$/;

/** Cells of a row by the heading of their column. */
export type PaperRow = Record<string, string>;

/**
 * Returns the two tables of DAILY_SALES on paper, sales and expected cash, each with its days and
 * its totals, as a reader sees them: a cell belongs to the heading above it. A table that is too
 * wide for the paper is put together from its parts, each on one page.
 */
export async function dayTablesOnPaper(
  pdf: Buffer,
): Promise<{ sales: PaperRow[]; cash: PaperRow[] }> {
  const parts = await partsOnPaper(pdf);
  const hasWeekdays = ([row]: PaperRow[]) => row?.['Weekday'] !== undefined;
  return {
    sales: joined(parts.filter(hasWeekdays)),
    cash: joined(parts.filter((part) => !hasWeekdays(part))),
  };
}

function joined(parts: readonly PaperRow[][]): PaperRow[] {
  return parts.reduce<PaperRow[]>(
    (rows, part) => part.map((row, at) => ({ ...rows[at], ...row })),
    [],
  );
}

async function partsOnPaper(pdf: Buffer): Promise<PaperRow[][]> {
  return (await placedTexts(pdf)).flatMap((words) => {
    const lines = [...Map.groupBy(words, ({ top }) => top.toFixed(1)).values()];
    return lines.flatMap((line, at) => {
      if (line[0]?.text !== 'Date') return [];
      const rest = lines.slice(at);
      const first = rest.findIndex(([word]) => DAY.test(word?.text ?? ''));
      const last = rest.findIndex(([word]) => word?.text === 'Total');
      if (first < 0 || last < first) return [];
      return [toTable(rest.slice(0, first), rest.slice(first, last + 1))];
    });
  });
}

function toTable(headings: readonly PlacedText[][], rows: readonly PlacedText[][]): PaperRow[] {
  const lefts = headings[0]!.filter(({ text }) => TEXT_HEADINGS.includes(text));
  const [, ...sums] = rows.at(-1)!;
  const columns = [
    ...lefts.map(
      ({ left }) =>
        (word: PlacedText) =>
          Math.abs(word.left - left) < 1,
    ),
    ...sums.map(
      ({ right }) =>
        (word: PlacedText) =>
          word.right < right + 1,
    ),
  ];
  const toCells = (words: readonly PlacedText[]) => {
    const cells = columns.map((): string[] => []);
    for (const word of words) {
      const cell = cells[columns.findIndex((holds) => holds(word))];
      if (!cell) throw new Error(`"${word.text}" is in no column that has a total.`);
      cell.push(word.text);
    }
    return cells.map((texts) => texts.join(' '));
  };
  const labels = toCells(headings.flat());
  return rows.map((row) =>
    Object.fromEntries(toCells(row).map((text, column) => [labels[column], text])),
  );
}
