import { parse } from 'csv-parse/sync';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { type Value, cellValue } from './sheet-cells.ts';

/** Totals of a report by the labels beside or above them, as the reader of a file sees them. */
export type LabeledTotals = ReadonlyMap<string, Value>;

/**
 * Reads the totals of a workbook's first sheet. A statement has a label and its figures in each
 * row, any other report a row of labels above and a row of totals below.
 */
export async function totalsInWorkbook(
  bytes: Uint8Array,
  isStatement: boolean,
): Promise<LabeledTotals> {
  const { rows } = await readSheet(bytes);
  return labeledTotals(
    rows.map(({ cells }) => cells.map((cell) => cellValue(cell))),
    isStatement,
  );
}

/** Does the same for the first table of a CSV file. */
export function totalsInCsv(csv: string, isStatement: boolean): LabeledTotals {
  const [table = ''] = csv.split('\r\n\r\n');
  const rows: string[][] = parse(table, { bom: true, relax_column_count: true });
  return labeledTotals(
    rows.map((row) =>
      row.map((text): Value => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)),
    ),
    isStatement,
  );
}

function labeledTotals(rows: readonly Value[][], isStatement: boolean): LabeledTotals {
  // Blank figures have no cell.
  if (isStatement)
    return new Map(rows.map(([label, ...figures]) => [String(label), figures.at(-1) ?? null]));
  // Title lines have a single cell.
  const [labels = [], ...others] = rows.filter(({ length }) => length > 1);
  const totals = others.at(-1) ?? [];
  return new Map(labels.map((label, index) => [String(label), totals[index] ?? null]));
}
