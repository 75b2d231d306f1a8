import type { Title, TitleChanges } from '@pos/contract/stock/titles';
import { CODE_FIELDS } from '#api/stock/titles/titles.rules.ts';
import {
  addTitle,
  changeTitle,
  findTitlesToImport,
  lockTitles,
  removeUnusedTitles,
} from '#api/stock/titles/titles.service.ts';
import { judgeEach } from '../time-slices.ts';
import type { UploadRules } from '../upload.ts';
import { replacedValues, undoRecords, writeRecords, type RecordsMade } from '../records.ts';
import { judgeTitleRow, readTitleRow, type TitleRow, type TitleState } from './judge.ts';

/** Upload of titles from a spreadsheet: new ones are added, known ones changed (domain 10.6). */
export const titlesUpload: UploadRules<
  TitleRow,
  TitleState,
  RecordsMade<Omit<TitleChanges, 'version'>>
> = {
  readRow: readTitleRow,

  async findState(tx, rows, { mode }) {
    const codes = rows.flatMap(({ fields }) =>
      CODE_FIELDS.flatMap((field) => fields[field]?.toLowerCase() || []),
    );
    return { titles: titlesByCode(await findTitlesToImport(tx, codes, mode === 'commit')) };
  },

  *judge(rows, state) {
    const firstRows = new Map<string, number>();
    const judged = yield* judgeEach(rows, (row) => judgeTitleRow(row, state, firstRows));
    return {
      rows: judged,
      titles: judged.filter(({ outcome }) => outcome === 'create').length,
      apply: (tx, _, actor) =>
        writeRecords(
          judged,
          async (added) => (await addTitle(tx, actor, added)).id,
          async ({ before, changes }) => {
            const { id, version } = await changeTitle(tx, actor, before, changes);
            return { id, version, before: replacedValues(before, changes) };
          },
        ),
    };
  },

  undo: (tx, { made }, actor) =>
    undoRecords(tx, actor, made, {
      entity: 'title',
      lock: lockTitles,
      label: ({ title }) => title,
      remove: removeUnusedTitles,
      restore: (title, { before }) => changeTitle(tx, actor, title, before),
    }),
};

/** Returns titles by each of their codes, in lowercase; the SKU wins. */
export function titlesByCode(titles: readonly Title[]): Map<string, Title> {
  const toCodes = [
    ({ upc }: Title) => upc,
    ({ isbn13 }: Title) => isbn13,
    ({ sku }: Title) => sku.toLowerCase(),
  ];
  return new Map(
    toCodes.flatMap((toCode) =>
      titles.flatMap((title) => {
        const code = toCode(title);
        return code ? [[code, title] as const] : [];
      }),
    ),
  );
}
