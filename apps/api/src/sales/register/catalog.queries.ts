import type { CatalogTitle } from '@pos/contract/sales/register-catalog';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

type CatalogRow = Omit<CatalogTitle, 'author' | 'pictureId'> & {
  author: string | null;
  pictureId: string | null;
};

/**
 * Returns the titles that a register may need: the fair's lines, and the rest of the active
 * catalog, which it can order for shipping or find in a box by mistake. `since` limits them to
 * changes after a cursor; a changed fair may have moved to another season. Quantities are never
 * below 0, because oversold units do not concern the register.
 */
export async function findCatalogTitles(
  db: Db,
  fairId: string,
  since: string | undefined,
): Promise<CatalogTitle[]> {
  const changed =
    since === undefined
      ? sql`(l.id is not null or t.status = 'active')`
      : sql`(
        t.updated_at >= ${since}::timestamptz
          or l.updated_at >= ${since}::timestamptz
          or f.updated_at >= ${since}::timestamptz
            and exists (select from season_prices p where p.title_id = t.id))`;
  const { rows } = await sql<CatalogRow>`
    select t.sku, t.isbn13, t.upc, t.title, nullif(t.author, '') as author,
      (select p.id from title_pictures p where p.title_id = t.id) as picture_id, t.category,
      coalesce(l.price_cents, s.price_cents, t.price_cents) as price_cents,
      t.taxable, greatest(coalesce(l.on_hand, 0), 0) as on_hand,
      greatest(t.warehouse_qty - t.allocated_qty, 0) as ship_available,
      (t.status = 'active' and coalesce(l.status, 'active') = 'active') as active
    from titles t
    join fairs f on f.id = ${fairId}
    left join fair_lines l on l.title_id = t.id and l.fair_id = f.id
    left join season_prices s on s.title_id = t.id and s.season = season_of(f.start_date)
    where ${changed}
    order by t.sku`.execute(db);
  return rows.map(({ author, pictureId, ...title }) => ({
    ...title,
    ...(author !== null && { author }),
    ...(pictureId !== null && { pictureId }),
  }));
}

/**
 * Returns the cursor for the next catalog request: the start of the oldest transaction still
 * writing, because its rows have that time and become visible only after COMMIT. A row may come
 * twice that way, but none is missed.
 */
export async function findCursor(db: Db): Promise<string> {
  const { rows } = await sql<{ cursor: string }>`
    select least(now(), min(xact_start)) as cursor
    from pg_stat_activity
    where datname = current_database() and backend_xid is not null`.execute(db);
  return rows[0]!.cursor;
}

export function findRegisterSettings(db: Db) {
  return db
    .selectFrom('settings')
    .select([
      'maxCheckOverageCents',
      'lastCopyThreshold',
      'ewalletMinTopUpCents',
      'ewalletMaxBalanceCents',
      'ewalletLeftoverPolicy',
      'roundCash',
      'maxDiscountPercent',
      'maxOfflineHours',
      'receiptFooter',
      'supportEmail',
      'supportPhone',
    ])
    .executeTakeFirstOrThrow();
}
