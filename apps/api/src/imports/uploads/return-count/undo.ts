import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  lockRecountedLines,
  restoreCountRows,
  type ReturnCountMade,
} from './return-count.queries.ts';
import { stillUsed } from '../undo/undo.rules.ts';
import type { MadeUpload } from '../upload.ts';

/** Restores the earlier counts, if the fair is open and nobody has counted again. */
export async function undoReturnCount(
  tx: Tx,
  { fileName, made }: MadeUpload<ReturnCountMade>,
  actor: Actor,
): Promise<void> {
  await requireOpenFair(tx, made.fairId);
  const recounted = await lockRecountedLines(tx, made);
  if (recounted.length > 0)
    throw stillUsed(
      recounted.map(({ sku, title }) => ({
        code: 'RECOUNTED',
        text: `"${title}" (${sku}) was counted again since then.`,
      })),
    );
  await restoreCountRows(tx, made);
  await recordActivity(tx, actor, {
    action: 'fair.import_undone',
    entity: 'fair',
    entityId: made.fairId,
    changes: {
      file: { from: fileName, to: null },
      titles: { from: made.counts.length, to: null },
    },
  });
}
