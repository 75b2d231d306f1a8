import type { SupportContact } from '@pos/contract/support-contact';
import type { Db } from '#api/db/db.ts';

/** Strangers ask for the contact as often as they like; a changed one is seen this much later at most. */
const CONTACT_KEPT_MS = 10_000;

/** E-mail and phone of customer service for those who are not signed in, kept for 10 seconds. */
export function keptSupportContact(db: Db): () => Promise<SupportContact> {
  return keptFor(CONTACT_KEPT_MS, () =>
    db
      .selectFrom('settings')
      .select(['supportEmail as email', 'supportPhone as phone'])
      .executeTakeFirstOrThrow(),
  );
}

/** The answer of `read`, read anew when it is older than `ms`; whoever asks meanwhile waits for the same one. */
function keptFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | undefined;
  return () => {
    if (kept && performance.now() < kept.until) return kept.value;
    const value = read();
    kept = { value, until: performance.now() + ms };
    // A failure is nobody's answer but the one who met it.
    value.catch(() => (kept = undefined));
    return value;
  };
}
