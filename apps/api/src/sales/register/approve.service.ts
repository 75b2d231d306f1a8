import type { Approval, NewApproval } from '@pos/contract/sales/approvals/register-approvals';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db } from '#api/db/db.ts';
import type { Actor, SignedInRegister } from '#api/http/access/identity.ts';
import { invalid } from '#api/http/failure.ts';
import { findApprovers, insertApprovalRow } from '#api/sales/approvals/approvals.queries.ts';
import { verifySecretCode } from '#api/staff/admins/secret-code.ts';
import { findFairZone } from '#api/sales/drawers/register-day.queries.ts';
import { findStanding } from './login.queries.ts';
import { isAllowedAt } from './register.rules.ts';
import { settleGood, tryCode } from './tries.service.ts';

/**
 * Takes the approval of a person with the duty, who enters their own code at a register (api.md,
 * pos/approvals). A wrong code counts like one of pos/login.
 */
export async function approve(
  db: Db,
  pepper: Uint8Array,
  { register, actor }: { register: SignedInRegister; actor: Actor },
  form: NewApproval,
): Promise<Approval> {
  const { id: deviceId, fairId } = register;
  const person = { kind: 'admin', id: form.personId } as const;
  const standing = await findStanding(db, deviceId, fairId, person);
  const name = (await findApprovers(db, [person.id])).get(person.id);
  if (!standing || name === undefined || !isAllowedAt(standing))
    throw invalid({ personId: 'This person may not approve at this register.' });
  const entry = await tryCode(
    db,
    { deviceId, person, timeZone: await findFairZone(db, fairId) },
    () => verifySecretCode(standing.secretCodeHash, form.secretCode, pepper),
    { actor, fairId },
  );
  if (!entry) throw invalid({ secretCode: 'This is not the code of this person.' });
  const approval = { id: uuidv7(), approvedAt: new Date().toISOString() };
  await inTransaction(db, async (tx) => {
    await settleGood(tx, entry);
    await insertApprovalRow(tx, {
      ...approval,
      fairId,
      deviceId,
      kinds: [...new Set(form.kinds)],
      clientOrderId: form.clientOrderId,
      clientRefundId: form.clientRefundId ?? null,
      amountCents: form.amountCents,
      adminId: person.id,
      isChecked: true,
    });
  });
  const { clientOrderId } = form;
  return { ...approval, clientOrderId, approvedBy: { id: person.id, name } };
}
