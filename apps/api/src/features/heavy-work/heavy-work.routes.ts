import { heavyWorkApi } from '@pos/contract/heavy-work';
import { feature, type Feature } from '#api/http/feature.ts';
import type { HeavyWork } from '#api/http/heavy-work.ts';
import { toPersonKey } from '#api/http/identity.ts';

/** Returns the caller's places in the queue for heavy requests. */
export function heavyWork(work: HeavyWork): Feature {
  return feature(heavyWorkApi, {
    list: async ({ admin }) => ({ data: work.waitingOf(toPersonKey(admin)) }),
  });
}
