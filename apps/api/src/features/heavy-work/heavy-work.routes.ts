import { heavyWorkApi } from '@pos/contract/heavy-work';
import { feature, type Feature } from '#api/http/feature.ts';
import type { HeavyWork } from '#api/http/heavy-work.ts';
import { personOf } from '#api/http/identity.ts';

/** Places in line of the own heavy calls. */
export function heavyWork(work: HeavyWork): Feature {
  return feature(heavyWorkApi, {
    list: async ({ admin }) => ({ data: work.waitingOf(personOf(admin)) }),
  });
}
