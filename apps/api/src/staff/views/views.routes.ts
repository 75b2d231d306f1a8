import { viewsApi } from '@pos/contract/staff/views';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { addView, deleteView, requireView, updateView, getViews } from './views.service.ts';

/** Saved views of lists: filters, sort order and columns under a name, personal or for the team. */
export function views(db: Db): Feature {
  return feature(viewsApi, {
    list: async ({ admin, query }) => ({ data: await getViews(db, admin, query.list) }),
    getById: async ({ admin, params }) => ({ data: await requireView(db, admin, params.id) }),
    add: async ({ admin, actor, body }) => ({
      message: 'View saved.',
      data: await addView(db, admin, actor, body),
    }),
    update: async ({ admin, actor, params, body }) => ({
      message: 'View saved.',
      data: await updateView(db, admin, actor, params.id, body),
    }),
    delete: async ({ admin, actor, params }) => {
      await deleteView(db, admin, actor, params.id);
      return { message: 'View deleted.', data: { id: params.id } };
    },
  });
}
