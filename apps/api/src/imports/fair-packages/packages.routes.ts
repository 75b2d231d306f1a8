import { packagesApi } from '@pos/contract/imports/fair-packages';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findPackageRows, findTitleOptions, findTitlesByCode } from './packages.queries.ts';
import { readContents, saveContents } from './packages.service.ts';
import { makePackingList, proposePackingList } from './packing-lists.service.ts';

/** Contents of packages by season, and the packing lists made from them. */
export function packages(db: Db): Feature {
  return feature(packagesApi, {
    list: async ({ query }) => ({ data: await findPackageRows(db, query.season) }),
    contents: async ({ query }) => ({
      data: await readContents(db, query.season, query.packageOption),
    }),
    save: async ({ actor, body }) => ({
      message: 'Package saved.',
      data: await saveContents(db, actor, body),
    }),
    findTitles: async ({ body }) => ({
      data: await findTitlesByCode(db, body.season, body.codes),
    }),
    titleOptions: async ({ query }) => ({
      data: await findTitleOptions(db, query.season, query.search),
    }),
    proposal: async ({ params }) => ({ data: await proposePackingList(db, params.id) }),
    makePackingList: async ({ tx, admin, actor, body }) => ({
      message: 'Packing list made.',
      data: await makePackingList(tx, { ...actor, id: admin.id }, body),
    }),
  });
}
