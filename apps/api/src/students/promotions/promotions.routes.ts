import { promotionsApi } from '@pos/contract/students/promotions';
import { pluralize } from '@pos/contract/values/counts';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { previewPromotion, promoteStudents, undoPromotion } from './promotions.service.ts';

/** Promotion of a school's students to the next grade. */
export function promotions(db: Db): Feature {
  return feature(promotionsApi, {
    preview: async ({ params, query }) => ({
      data: await previewPromotion(db, params.id, query.lastGrade),
    }),
    promote: async ({ tx, actor, params, body }) => {
      const data = await promoteStudents(tx, actor, params.id, body);
      return { message: `${pluralize(data.promoted, 'student')} promoted.`, data };
    },
    undo: async ({ tx, actor, params }) => {
      const data = await undoPromotion(tx, actor, params.id);
      return { message: `${pluralize(data.restored, 'student')} restored.`, data };
    },
  });
}
