import type { SupportContact } from '@pos/contract/support-contact';
import type { Db } from '#api/db/db.ts';

/** E-mail and phone of customer service. */
export function findSupportContact(db: Db): Promise<SupportContact> {
  return db.selectFrom('settings').select(['supportEmail as email', 'supportPhone as phone']).executeTakeFirstOrThrow();
}
