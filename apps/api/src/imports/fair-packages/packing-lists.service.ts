import { PACKAGE_OPTIONS } from '@pos/contract/fairs/package-options';
import type { NewPackingList, PackingProposal } from '@pos/contract/imports/fair-packages';
import { seasonName } from '@pos/contract/fairs/seasons';
import type { Db, Tx } from '#api/db/db.ts';
import { sendTitles } from '#api/imports/uploads/sent-titles.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { findSubstitutes, findPackedTitles } from './packed-titles.queries.ts';
import { readContents } from './packages.service.ts';
import { lockPackage } from './packages.queries.ts';
import { getShortQty, unitsToPack, type Packed } from './packages.rules.ts';
import { findMadeLists, findPackedFair, insertPackingListRows } from './packing-lists.queries.ts';

/**
 * Proposes a fair's packing list: the contents of its package in its season, with substitutes for
 * titles of which the warehouse has less than the package.
 */
export async function proposePackingList(db: Db, fairId: string): Promise<PackingProposal> {
  const fair = await findPackedFair(db, fairId);
  if (!fair) throw missing('fair');
  const { packageOption, season } = fair;
  const { contents, version } = await readContents(db, season, packageOption);
  const short = contents.filter((title) => getShortQty(title) > 0);
  const substitutes = await findSubstitutes(
    db,
    season,
    short.map(({ titleId }) => titleId),
    contents.map(({ titleId }) => titleId),
  );
  return {
    fairId,
    fairName: fair.name,
    fairIdentifier: fair.identifier,
    isClosedOut: fair.isClosedOut,
    packageOption,
    season,
    version,
    contents: contents.map((title) => ({
      ...title,
      shortQty: getShortQty(title),
      substitutes: substitutes.get(title.titleId) ?? [],
    })),
    made: await findMadeLists(db, fairId),
  };
}

/**
 * Makes a fair's packing list from its package: sends the units from the warehouse, as an uploaded
 * packing list does, and records which titles take the place of others.
 */
export async function makePackingList(
  tx: Tx,
  actor: Actor & { id: string },
  { fairId, version, substitutes }: NewPackingList,
): Promise<PackingProposal> {
  const fair = await findPackedFair(tx, fairId);
  if (!fair) throw missing('fair');
  const { packageOption, season } = fair;
  await lockPackage(tx, season, packageOption);
  const list = await readContents(tx, season, packageOption);
  const name = `${PACKAGE_OPTIONS[packageOption]} of ${seasonName(season)}`;
  if (list.version !== version)
    throw new Failure('STALE_VERSION', `Package ${name} was changed in the meantime.`, {
      current: await proposePackingList(tx, fairId),
      changedBy: list.updatedBy ?? 'System',
      changedAt: list.updatedAt ?? '',
    });
  if (list.contents.length === 0)
    throw invalid({ fairId: `Package ${name} has no titles yet. Enter its contents first.` });
  const instead = substitutes.map(({ insteadOfId }) => insteadOfId);
  if (new Set(instead).size < instead.length)
    throw invalid({ substitutes: 'A title has two substitutes.' });
  const units = unitsToPack(list.contents, substitutes);
  if ('problem' in units) throw invalid({ substitutes: units.problem });
  if (units.packed.length === 0) throw invalid({ substitutes: 'Nothing is left to send.' });
  const { id, sent } = await sendTitles(tx, actor, {
    fairId,
    name: `Package ${name}`,
    titles: await titlesToSend(tx, season, units.packed),
  });
  await insertPackingListRows(tx, { id, units: sent, madeBy: actor.name, fair }, substitutes);
  return proposePackingList(tx, fairId);
}

/** Returns the titles of a packing list with their prices. Refuses unknown and inactive ones. */
async function titlesToSend(tx: Tx, season: string, packed: readonly Packed[]) {
  const ids = packed.map(({ titleId }) => titleId);
  const titles = new Map(
    (await findPackedTitles(tx, season, ids)).map((title) => [title.titleId, title]),
  );
  return packed.map(({ titleId, qty }) => {
    const title = titles.get(titleId);
    if (!title) throw invalid({ substitutes: 'A substitute does not exist.' });
    if (!title.isActive)
      throw invalid({
        substitutes: `"${title.title}" is inactive and cannot be sent. Leave it out or choose another title.`,
      });
    return { ...title, qty };
  });
}
