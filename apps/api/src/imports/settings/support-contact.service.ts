import type { CompanyContact } from '@pos/contract/staff/support-contact';
import type { Db } from '#api/db/db.ts';
import { cachedFor } from '#api/http/limits/cached-for.ts';
import { findCompanyContact } from './settings.queries.ts';

/** Cache time of the contact in ms, because anyone may request it without limit. */
const CONTACT_KEPT_MS = 10_000;

/**
 * Returns company name, and email and phone of customer service for visitors who are not signed in,
 * cached for 10 seconds.
 */
export function cachedSupportContact(db: Db): () => Promise<CompanyContact> {
  return cachedFor(CONTACT_KEPT_MS, () => findCompanyContact(db));
}
