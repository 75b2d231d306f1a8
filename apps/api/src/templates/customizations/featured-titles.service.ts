import type { FeaturedTitlesChanges } from '@pos/contract/templates/customizations';
import { inTransaction, type Db } from '#api/db/db.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import {
  findFeaturedTitles,
  findFeaturedVersion,
  lockFairLines,
  replaceFeaturedTitleRows,
} from './featured-titles.queries.ts';

/** Sets the titles of its inventory that a fair's page features, in order. */
export function setFeaturedTitles(
  db: Db,
  actor: Actor,
  { fairId, titles: titleIds, version }: FeaturedTitlesChanges,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await requireOpenFair(tx, fairId, 'update');
    const before = await findFeaturedTitles(tx, fairId);
    const current = {
      ...(await findFeaturedVersion(tx, fairId)),
      titles: before.map(({ titleId }) => titleId),
    };
    await refuseStale(tx, 'fair', fairId, current, version);
    const names = await lockFairLines(tx, fairId, titleIds);
    if (names.size < titleIds.length)
      throw invalid({
        titles: "A selected title is no longer in this fair's inventory. Remove it.",
      });
    await replaceFeaturedTitleRows(tx, fairId, titleIds);
    await recordActivity(tx, actor, {
      action: 'fair.titles-featured',
      entity: 'fair',
      entityId: fairId,
      changes: changedFields(
        { featuredTitles: before.map(({ title }) => title) },
        { featuredTitles: titleIds.map((id) => names.get(id)!) },
      ),
    });
  });
}
