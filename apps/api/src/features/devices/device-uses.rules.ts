import { pageAddress } from '@pos/contract/addresses';
import type { Reason } from '@pos/contract/errors';
import { plainPlural } from '@pos/contract/values/counts';

/** Facts that block the deletion of a device. `fairs` have not ended and plan it. */
export type DeviceUses = { unsentOrders: number; fairs: readonly { id: string; name: string }[] };

/** Returns the reasons that block the deletion of a device. */
export function deletionReasons({ unsentOrders, fairs }: DeviceUses): Reason[] {
  const unsent: Reason = {
    code: 'UNSENT_ORDERS',
    text: plainPlural(unsentOrders, 'unsent order'),
    count: unsentOrders,
  };
  return [
    ...(unsentOrders > 0 ? [unsent] : []),
    ...fairs.map(({ id, name }) => ({
      code: 'FAIR',
      text: `planned for ${name}`,
      link: pageAddress('fair-details', { id }),
    })),
  ];
}
