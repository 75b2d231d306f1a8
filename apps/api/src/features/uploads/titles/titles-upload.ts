import { TITLE_COLUMNS } from '@pos/contract/title-columns';
import type { Title } from '@pos/contract/titles';
import type { Tx } from '#api/db/db.ts';
import { CODE_FIELDS } from '#api/features/titles/titles.rules.ts';
import { addTitle, changeTitle, findTitlesToImport } from '#api/features/titles/titles.service.ts';
import type { Actor } from '#api/http/identity.ts';
import { templateSheets } from '../template.ts';
import { forEach } from '../time-slices.ts';
import type { MadeUpload, UploadRules } from '../upload.ts';
import { TITLE_NOTES, titleColumns } from './columns.ts';
import { judgeTitleRow, type JudgedTitle, type TitleState } from './judge.ts';
import { readTitleRow, type TitleRow } from './rows.ts';
import { undoTitles, type TitlesMade } from './undo.ts';

/** Upload of titles from a spreadsheet: new ones are added, known ones changed (domain 10.6). */
export const titlesUpload: UploadRules<TitleRow, TitleState> = {
  columns: () => titleColumns,

  readRow: readTitleRow,

  async findState(tx, rows, { mode }) {
    const codes = rows.flatMap(({ fields }) =>
      CODE_FIELDS.flatMap((field) => fields[field]?.toLowerCase() || []),
    );
    return { titles: titlesByCode(await findTitlesToImport(tx, codes, mode === 'commit')) };
  },

  *judge(rows, state) {
    const judged: JudgedTitle[] = [];
    const firstRows = new Map<string, number>();
    yield* forEach(rows, (row) => judged.push(judgeTitleRow(row, state, firstRows)));
    return {
      rows: judged,
      warnings: [],
      titles: judged.filter(({ outcome }) => outcome === 'create').length,
      units: 0,
      cartons: 0,
      schools: 0,
      fairId: null,
      apply: (writing, _, actor) => writeTitles(writing, judged, actor),
    };
  },

  template: () => ({
    fileName: 'titles.xlsx',
    sheets: templateSheets('Titles', TITLE_COLUMNS, TITLE_NOTES, 'ISBN'),
  }),

  undo: (tx, upload, actor) => undoTitles(tx, upload as MadeUpload<TitlesMade>, actor),
};

/** Returns titles by each of their codes, in lowercase; the SKU wins. */
export function titlesByCode(titles: readonly Title[]): Map<string, Title> {
  const codesOf = [
    ({ upc }: Title) => upc,
    ({ isbn13 }: Title) => isbn13,
    ({ sku }: Title) => sku.toLowerCase(),
  ];
  return new Map(
    codesOf.flatMap((codeOf) =>
      titles.flatMap((title) => {
        const code = codeOf(title);
        return code ? [[code, title] as const] : [];
      }),
    ),
  );
}

/** Adds and changes the titles through the service of the form, so that the same rules apply. */
async function writeTitles(
  tx: Tx,
  rows: readonly JudgedTitle[],
  actor: Actor,
): Promise<TitlesMade> {
  const made: TitlesMade = { added: [], changed: [] };
  for (const { added, changed } of rows) {
    if (added) made.added.push((await addTitle(tx, actor, added)).id);
    if (changed) {
      const { id, version } = await changeTitle(tx, actor, changed.before, changed.changes);
      const names = Object.keys(changed.changes) as (keyof typeof changed.changes)[];
      made.changed.push({
        id,
        version,
        before: Object.fromEntries(names.map((name) => [name, changed.before[name]])),
      });
    }
  }
  return made;
}
