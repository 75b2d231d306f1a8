import type { Db } from '#api/db/db.ts';
import { sealActivity } from '#api/staff/activity/seal.service.ts';
import { checkInvariants } from '#api/invariants/invariants.ts';

/** Checks the invariants of trust.md, after sealing the activity, which no job does in tests. */
export async function checkSealedInvariants(db: Db): Promise<void> {
  await sealActivity(db);
  await checkInvariants(db);
}
