import { COLUMNS_BY_KIND } from '@pos/contract/imports/upload-columns';
import type { UploadFields, UploadKind } from '@pos/contract/imports/uploads';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import type { WrittenSheet } from '#api/spreadsheets/writing/written.ts';

/** Returns the rules to find the columns of a file. */
export function columnRules({
  kind,
  fairId,
}: Pick<UploadFields, 'kind' | 'fairId'>): ColumnRule<string>[] {
  return Object.entries(COLUMNS_BY_KIND[kind]).map(([name, column]) => ({
    name,
    header: name,
    required: column.required ?? (column.requiredWithoutFair === true && fairId === undefined),
    stays: column.stays === true,
    isCount: column.cell === 'count',
    aliases: column.also?.split(/,\s+/) ?? [],
  }));
}

/** Builds an empty sheet with the columns as headers, and a second sheet that explains them. */
export function uploadTemplate(kind: UploadKind): { fileName: string; sheets: WrittenSheet[] } {
  const columns = Object.entries(COLUMNS_BY_KIND[kind]);
  const name = kind.replace('-', ' ');
  return {
    fileName: `${kind}.xlsx`,
    sheets: [
      {
        name: name.charAt(0).toUpperCase() + name.slice(1),
        columns: columns.map(([header, { cell }]) => ({
          header,
          // Keeps leading zeros.
          kind: cell === 'isbn' || cell === 'item' ? 'isbn' : 'text',
        })),
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
        rows: columns.map(([header, { required, filled, max = 255, rule, example }]) => [
          header,
          filled ?? (required ? 'Yes' : 'No'),
          rule ?? `Up to ${max} characters.`,
          example,
        ]),
      },
    ],
  };
}
