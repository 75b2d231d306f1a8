import { Readable } from 'node:stream';
import { uploadAccess, uploadsApi, type UploadResult } from '@pos/contract/imports/uploads';
import { pluralize } from '@pos/contract/values/counts';
import type { Db } from '#api/db/db.ts';
import { requireRights } from '#api/http/access/access.ts';
import { feature, FileAnswer, type Feature } from '#api/http/feature.ts';
import { xlsxChunks } from '#api/spreadsheets/writing/write-xlsx.ts';
import type { WrittenSheet } from '#api/spreadsheets/writing/written.ts';
import { uploadSpreadsheet } from './uploads.service.ts';
import { undoUpload } from './undo/undo.service.ts';
import { priceList } from './prices/price-list.ts';
import { uploadTemplate } from './template.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function uploads(db: Db): Feature {
  return feature(uploadsApi, {
    bulkUpload: async ({ body: fields, file, admin, actor }) => {
      requireRights(admin.rights, uploadAccess(fields.kind));
      const result = await uploadSpreadsheet(db, { fields, file, admin, actor });
      return { message: outcome(result), data: result };
    },
    template: ({ query, admin }) => {
      requireRights(admin.rights, uploadAccess(query.kind === 'students' ? 'fairs' : query.kind));
      return Promise.resolve(workbook(uploadTemplate(query.kind)));
    },
    priceList: async ({ query }) => workbook(await priceList(db, query.season)),
    undo: async ({ params, admin, actor }) => {
      await undoUpload(db, actor, admin, params.id);
      return { message: 'Upload undone.', data: { id: params.id } };
    },
  });
}

type Workbook = { fileName: string; sheets: readonly WrittenSheet[] };

function workbook({ fileName, sheets }: Workbook): FileAnswer {
  return new FileAnswer(fileName, XLSX, Readable.from(xlsxChunks(sheets), { objectMode: false }));
}

function outcome({
  mode,
  state,
  total,
  created,
  updated,
  rejected,
  unchanged,
}: UploadResult): string {
  const rows = (count: number, rest: string) => `${pluralize(count, 'row')} ${rest}`;
  const errors =
    rejected > 0 ? ` ${rows(rejected, rejected === 1 ? 'has errors.' : 'have errors.')}` : '';
  if (state === 'queued') return `${rows(total, total === 1 ? 'is' : 'are')} being imported.`;
  if (mode === 'check') return `Checked.${errors || ' No errors.'}`;
  if (created + updated > 0) return `${rows(created + updated, 'imported.')}${errors}`;
  return rejected > 0
    ? `Nothing was imported.${errors}`
    : rows(unchanged, unchanged === 1 ? 'was already loaded.' : 'were already loaded.');
}
