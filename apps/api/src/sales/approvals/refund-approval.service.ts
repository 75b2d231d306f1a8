import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import type { Tx } from '#api/db/db.ts';
import { type Actor, getSender, type SignedInRegister } from '#api/http/access/identity.ts';
import { findAdminName, findApprovals, findApprovers } from './approvals.queries.ts';
import type { UsedApproval } from './approvals.service.ts';

/**
 * Approval of a register's refund (domain 8.13): by whom, and the most that may be given back.
 * `isNeeded`: a cashier of the fair gives nothing back without one.
 */
export type RefundApproval = { used?: UsedApproval; maxCents?: number; isNeeded: boolean };

/** True if a refund needs no approval, or has one for as much. */
export function isApprovedFor(totalCents: number, approval: RefundApproval | undefined): boolean {
  if (approval === undefined) return true;
  const { used, maxCents = Infinity } = approval;
  return used !== undefined && totalCents <= maxCents;
}

/** Returns the approval of a refund: the one that it names, or of the person with the duty who sends it. */
export async function findRefundApproval(
  tx: Tx,
  register: SignedInRegister,
  actor: Actor,
  refund: SoldRefund,
): Promise<RefundApproval> {
  const isNeeded = register.fairCashierId !== null;
  const named = await findNamed(tx, register.fairId, refund);
  if (named) return { ...named, isNeeded };
  return { ...(await ownApproval(tx, await findApproverId(tx, register, actor))), isNeeded };
}

/** Returns the approval of a refund that waited and was paid out: it is booked with or without one. */
export async function findWaitingApproval(
  tx: Tx,
  { fairId, approverId }: { fairId: string; approverId: string | null },
  refund: SoldRefund,
): Promise<RefundApproval> {
  const named = await findNamed(tx, fairId, refund);
  return { ...(named ?? (await ownApproval(tx, approverId))), isNeeded: false };
}

/** Returns the person of a register's token, if they have the duty. */
export async function findApproverId(
  tx: Tx,
  register: SignedInRegister,
  actor: Actor,
): Promise<string | null> {
  const sender = getSender(register, actor);
  if (sender === null || register.fairCashierId !== null) return null;
  return (await findApprovers(tx, [sender])).has(sender) ? sender : null;
}

async function ownApproval(tx: Tx, adminId: string | null): Promise<Pick<RefundApproval, 'used'>> {
  if (adminId === null) return {};
  const name = await findAdminName(tx, adminId);
  return { used: { kinds: ['refund'], adminId, name, isChecked: true, isOwn: true } };
}

/** Returns the approval that a refund names, if it is for this refund. */
async function findNamed(
  tx: Tx,
  fairId: string,
  { approvalId, clientRefundId, clientOrderId }: SoldRefund,
): Promise<Pick<RefundApproval, 'used' | 'maxCents'> | undefined> {
  if (approvalId === undefined) return undefined;
  const given = (await findApprovals(tx, [approvalId])).get(approvalId.toLowerCase());
  const isMeant =
    given?.fairId === fairId &&
    given.clientRefundId === clientRefundId &&
    given.clientOrderId === clientOrderId;
  if (!given || !isMeant) return undefined;
  const { id, kinds, adminId, name, amountCents } = given;
  return { used: { id, kinds, adminId, name, isChecked: true }, maxCents: amountCents };
}
