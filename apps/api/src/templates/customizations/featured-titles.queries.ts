import type { FeaturedTitle, TitleOption } from '@pos/contract/templates/customizations';
import { MAX_OPTIONS } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { containing, hasName, hasText } from '#api/lists/search-text.ts';

/** Returns the titles featured on a fair's page, in order. */
export function findFeaturedTitles(db: Db, fairId: string): Promise<FeaturedTitle[]> {
  return db
    .selectFrom('featuredTitles')
    .innerJoin('fairLines', (join) =>
      join
        .onRef('fairLines.fairId', '=', 'featuredTitles.fairId')
        .onRef('fairLines.titleId', '=', 'featuredTitles.titleId'),
    )
    .innerJoin('titles', 'titles.id', 'featuredTitles.titleId')
    .select([
      'featuredTitles.titleId',
      'titles.title',
      'titles.author',
      sql<boolean>`fair_lines.status = 'active' and titles.status = 'active'`.as('shown'),
    ])
    .where('featuredTitles.fairId', '=', fairId)
    .orderBy('featuredTitles.sort')
    .execute();
}

/** Finds active titles of the fair's inventory by title, author, SKU or ISBN. */
export function findTitleOptions(
  db: Db,
  { fairId, search = '' }: { fairId: string; search?: string | undefined },
): Promise<TitleOption[]> {
  const text = containing(search);
  const number = containing(search.replaceAll('-', ''));
  return db
    .selectFrom('fairLines')
    .innerJoin('titles', 'titles.id', 'fairLines.titleId')
    .select(['titles.id as value', 'titles.title as label', 'titles.author'])
    .where('fairLines.fairId', '=', fairId)
    .where('fairLines.status', '=', 'active')
    .where('titles.status', '=', 'active')
    .where((eb) =>
      eb.or([
        hasText(sql`titles.title`, text),
        hasName(sql`titles.author`, search),
        eb('titles.sku', 'ilike', text),
        eb('titles.isbn13', 'ilike', number),
      ]),
    )
    .orderBy(sql`lower(titles.title)`)
    .orderBy('titles.id')
    .limit(MAX_OPTIONS)
    .execute();
}

/**
 * Returns which of these titles are in the fair's inventory, and locks them there until the
 * transaction ends.
 */
export async function lockFairLines(
  tx: Tx,
  fairId: string,
  titleIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('fairLines')
    .innerJoin('titles', 'titles.id', 'fairLines.titleId')
    .select(['titles.id', 'titles.title'])
    .where('fairLines.fairId', '=', fairId)
    .where(sql<boolean>`fair_lines.title_id = any(${titleIds}::uuid[])`)
    .orderBy('fairLines.id')
    .forKeyShare('fairLines')
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Replaces the featured titles of the page and increments the version. */
export async function replaceFeaturedTitleRows(
  tx: Tx,
  fairId: string,
  titleIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('featuredTitles').where('fairId', '=', fairId).execute();
  if (titleIds.length > 0)
    await tx
      .insertInto('featuredTitles')
      .values(titleIds.map((titleId, sort) => ({ fairId, titleId, sort })))
      .execute();
  await tx
    .updateTable('fairs')
    .set({ featuredVersion: sql<number>`featured_version + 1` })
    .where('id', '=', fairId)
    .execute();
}

/** Returns the version of a fair's featured titles, to detect conflicting saves. */
export function findFeaturedVersion(
  tx: Tx,
  fairId: string,
): Promise<{ version: number; updatedAt: string }> {
  return tx
    .selectFrom('fairs')
    .select(['featuredVersion as version', 'updatedAt'])
    .where('id', '=', fairId)
    .executeTakeFirstOrThrow();
}
