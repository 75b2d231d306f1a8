import { heavyWorkApi } from '@pos/contract/staff/heavy-work';
import { feature, type Feature } from '#api/http/feature.ts';
import type { HeavyWork } from '#api/http/limits/heavy-work.ts';
import { toPersonKey } from '#api/http/access/identity.ts';

/** Returns the caller's places in the queue for heavy requests. */
export function heavyWork(work: HeavyWork): Feature {
  return feature(heavyWorkApi, {
    list: async ({ admin }) => ({ data: work.getWaiting(toPersonKey(admin)) }),
  });
}
