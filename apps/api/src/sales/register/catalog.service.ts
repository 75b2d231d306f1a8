import { createHash } from 'node:crypto';
import type { Catalog } from '@pos/contract/sales/register-catalog';
import type { Db } from '#api/db/db.ts';
import { invalid } from '#api/http/failure.ts';
import { Tagged } from '#api/http/feature.ts';
import { findCatalogTitles, findCursor, findRegisterSettings } from './catalog.queries.ts';
import { selectFairTerms } from './login.queries.ts';
import { fairTerms } from './login.service.ts';

/**
 * Returns the data a register sells with, in full or, with a cursor, the changes since. The ETag is
 * a hash of the content, so that an unchanged catalog answers 304.
 */
export async function readCatalog(
  db: Db,
  fairId: string,
  since: string | undefined,
): Promise<Tagged<{ data: Catalog }>> {
  if (
    since !== undefined &&
    !(Number.isFinite(Date.parse(since)) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(since))
  )
    throw invalid({ since: 'Send the cursor of the last catalog.' });
  // Read the cursor first: changes written between the two reads come again next time.
  const cursor = await findCursor(db);
  const fair = await selectFairTerms(db).where('fairs.id', '=', fairId).executeTakeFirstOrThrow();
  const content = {
    fair: fairTerms(fair),
    settings: await findRegisterSettings(db),
    titles: await findCatalogTitles(db, fairId, since),
  };
  const etag = `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27)}"`;
  return new Tagged(etag, { data: { ...content, cursor } });
}
