import type { PackageOption } from '@pos/contract/fairs/package-options';
import type { NewPackageContents, PackageContents } from '@pos/contract/imports/fair-packages';
import { isBefore } from '@pos/contract/fairs/seasons';
import { inTransaction, type Db } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { lockNamedTitles } from '#api/stock/titles/titles.service.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { findContents, lockPackage, storeContentsRows } from './packages.queries.ts';
import { contentsChanges } from './packages.rules.ts';

/** Returns the content list of a package in a season; an empty one if none was saved. */
export async function readContents(
  db: Db,
  season: string,
  packageOption: PackageOption,
): Promise<PackageContents> {
  const { listedSeasons, ...list } = await findContents(db, season, packageOption);
  const [copyFrom = null] = listedSeasons
    .filter((other) => isBefore(other, season))
    .sort((one, other) => (isBefore(one, other) ? 1 : -1));
  return { ...list, packageOption, season, copyFrom };
}

/**
 * Replaces the content list of a package in a season. Packing lists that were made from it stay as
 * they are. Refuses a list that someone else has changed, and retired titles that are new in it.
 */
export function saveContents(
  db: Db,
  actor: Actor,
  input: NewPackageContents,
): Promise<PackageContents> {
  return inTransaction(db, async (tx) => {
    const { season, packageOption, contents } = input;
    await lockPackage(tx, season, packageOption);
    const before = await readContents(tx, season, packageOption);
    if (before.version !== input.version)
      throw new Failure('STALE_VERSION', 'Someone else has changed this in the meantime.', {
        current: before,
        changedBy: before.updatedBy ?? 'System',
        changedAt: before.updatedAt ?? '',
      });
    const ids = contents.map(({ titleId }) => titleId);
    if (new Set(ids).size < ids.length) throw invalid({ contents: 'A title is listed twice.' });
    const titles = await lockNamedTitles(tx, ids);
    const known = new Set(before.contents.map(({ titleId }) => titleId));
    for (const id of ids) {
      const title = titles.get(id);
      if (!title) throw invalid({ contents: 'A title does not exist.' });
      if (!title.isActive && !known.has(id))
        throw invalid({ contents: `"${title.title}" is inactive and cannot be added.` });
    }
    const id = await storeContentsRows(tx, input, actor.name);
    const after = await readContents(tx, season, packageOption);
    await recordActivity(tx, actor, {
      action: before.version === 0 ? 'package.added' : 'package.updated',
      entity: 'package',
      entityId: id,
      changes: contentsChanges(before.contents, after.contents),
    });
    return after;
  });
}
