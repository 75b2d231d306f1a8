import type { WrittenSheet } from '#api/spreadsheets/writing/written.ts';

/** What a template's second sheet says of a column. */
export type ColumnNote = { required: string; rule: string; example: string };

/** An empty sheet with the columns as headers, and a second one that explains them. `isbn`: the column that keeps its zeros. */
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
