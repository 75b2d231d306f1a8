import type { TitleChanges } from '@pos/contract/titles';
import type { Tx } from '#api/db/db.ts';
import { recordActivities } from '#api/features/activity/activity.service.ts';
import {
  changeTitle,
  lockTitles,
  removeUnusedTitles,
} from '#api/features/titles/titles.service.ts';
import type { Actor } from '#api/http/identity.ts';
import { stillUsed } from '../undo.rules.ts';
import type { MadeUpload } from '../upload.ts';

/** IDs of the titles that a file added, and earlier values of those that it changed. */
export type TitlesMade = {
  added: string[];
  changed: { id: string; version: number; before: Omit<TitleChanges, 'version'> }[];
};

/** Deletes the imported titles if none is in use, and restores the values of the changed ones. */
export async function undoTitles(
  tx: Tx,
  { made: { added, changed } }: MadeUpload<TitlesMade>,
  actor: Actor,
): Promise<void> {
  const titles = new Map(
    (await lockTitles(tx, [...added, ...changed.map(({ id }) => id)])).map((title) => [
      title.id,
      title,
    ]),
  );
  const late = changed.flatMap(({ id, version }) => {
    const title = titles.get(id);
    return title?.version === version ? [] : [`${title?.title ?? 'A title'} was changed since.`];
  });
  const removed = await removeUnusedTitles(tx, added);
  const used = added
    .filter((id) => !removed.includes(id))
    .map((id) => `${titles.get(id)?.title ?? 'A title'} is in use or was changed since.`);
  const reasons = [...late, ...used].map((text) => ({ code: 'TITLE_USED', text }));
  if (reasons.length > 0) throw stillUsed(reasons);
  await recordActivities(tx, actor, {
    action: 'title.import_undone',
    entity: 'title',
    entityIds: removed,
  });
  for (const { id, before } of changed) {
    const title = titles.get(id);
    if (title) await changeTitle(tx, actor, title, before);
  }
}
