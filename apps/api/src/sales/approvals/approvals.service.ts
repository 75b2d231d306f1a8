import type { ApprovalKind } from '@pos/contract/sales/approvals/register-approvals';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { insertApprovalRow, noteApprovedOrderRow } from './approvals.queries.ts';

/**
 * An approval of a sale: one that was given before has its `id`. `isOwn`: of the person who sold or
 * gave back.
 */
export type UsedApproval = {
  id?: string;
  isOwn?: true;
  kinds: ApprovalKind[];
  adminId: string;
  name: string;
  isChecked: boolean;
};

/** A sale that was booked or refunded, and what was approved of it. */
export type ApprovedSale = {
  orderId: string;
  clientOrderId: string;
  fairId: string;
  deviceId: string;
  /** Time of the sale or refund: an approval without a code that the server checked has no other. */
  soldAt: string;
  clientRefundId?: string;
  approvals: readonly UsedApproval[];
};

/** Keeps the approvals of a sale or refund with its order, and those of second persons in the activity. */
export async function useApprovals(tx: Tx, actor: Actor, sale: ApprovedSale): Promise<void> {
  for (const { id, kinds, adminId, name, isChecked, isOwn } of sale.approvals) {
    if (id === undefined)
      await insertApprovalRow(tx, {
        id: uuidv7(),
        fairId: sale.fairId,
        deviceId: sale.deviceId,
        kinds,
        clientOrderId: sale.clientOrderId,
        clientRefundId: sale.clientRefundId ?? null,
        adminId,
        isChecked,
        approvedAt: sale.soldAt,
        orderId: sale.orderId,
      });
    else await noteApprovedOrderRow(tx, id, sale.orderId);
    if (isOwn) continue;
    await recordActivity(tx, actor, {
      action: 'order.approval_given',
      entity: 'order',
      entityId: sale.orderId,
      changes: {
        approvedBy: { from: null, to: name },
        approved: { from: null, to: kinds },
        codeChecked: { from: null, to: isChecked },
      },
    });
  }
}
