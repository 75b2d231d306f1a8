import { SoldRefund } from '@pos/contract/register-refunds';
import {
  isInstantOfSale,
  NO_CLOCK,
  type NotReadable,
  type Received,
  receiveItem,
} from '#api/http/received-item.ts';

/** Reads one refund of a batch. */
export function readRefund(raw: unknown): Received<SoldRefund> | NotReadable {
  const received = receiveItem(SoldRefund, raw, (whole, { clientRefundId }) => ({
    ...whole,
    clientRefundId: clientRefundId.toLowerCase(),
  }));
  if ('errors' in received) return received;
  if (!isInstantOfSale(received.body.refundedAt)) return { errors: { refundedAt: NO_CLOCK } };
  return {
    ...received,
    body: {
      ...received.body,
      clientRefundId: received.body.clientRefundId.toLowerCase(),
      clientOrderId: received.body.clientOrderId.toLowerCase(),
    },
  };
}
