import type { WrittenSheet } from '#api/spreadsheets/writing/written.ts';

/** Notes on a column for the template's second sheet. */
export type ColumnNote = { required: string; rule: string; example: string };

/**
 * Builds an empty sheet with the columns as headers, and a second sheet that explains them. `isbn`
 * is the column that keeps its leading zeros.
 */
export function templateSheets(
  name: string,
  columns: readonly string[],
  notes: Readonly<Record<string, ColumnNote>>,
  isbn?: string,
): WrittenSheet[] {
  return [
    {
      name,
      columns: columns.map((header) => ({ header, kind: header === isbn ? 'isbn' : 'text' })),
      rows: [],
    },
    {
      name: 'Notes',
      columns: [
        { header: 'Column', kind: 'text' },
        { header: 'Required', kind: 'text', width: 34 },
        { header: 'Rule', kind: 'text', width: 100 },
        { header: 'Example', kind: 'text', width: 28 },
      ],
      rows: columns.map((column) => [
        column,
        notes[column]?.required ?? 'No',
        notes[column]?.rule ?? '',
        notes[column]?.example ?? '',
      ]),
    },
  ];
}
