import { resetsApi } from '@pos/contract/close-out/resets';
import { feature, type Feature } from '#api/http/feature.ts';
import { resetFair } from './resets.service.ts';

export function resets(): Feature {
  return feature(resetsApi, {
    reset: async ({ tx, actor, admin, body }) => ({
      message: 'Fair reset.',
      data: await resetFair(tx, actor, admin.rights.isSuper, body),
    }),
  });
}
