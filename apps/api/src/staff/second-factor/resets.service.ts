import type { FactorOfAdmin } from '@pos/contract/staff/second-factor';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { Failure, missing } from '#api/http/failure.ts';
import { SYSTEM, type Actor } from '#api/http/access/identity.ts';
import { lockTouchable, type Editor } from '#api/staff/admins/admin-changes.service.ts';
import { orderMail } from '#api/staff/sign-in/mail.service.ts';
import { endSessions } from '#api/staff/sign-in/sessions.ts';
import {
  deleteAppRow,
  deletePasskeyRows,
  deleteResetRow,
  findReset,
  insertResetRow,
  replaceRecoveryCodeRows,
} from './factors.queries.ts';
import { hasFactor, recordFactor, requireAccount } from './factors.service.ts';
import { findAccount, findAccountByEmail } from '#api/staff/sign-in/auth.queries.ts';

export async function readFactorOfAdmin(db: Db, id: string): Promise<FactorOfAdmin> {
  const account = await findAccount(db, id);
  if (!account) throw missing('user');
  return { hasFactor: hasFactor(account), reset: await findReset(db, id) };
}

/** Asks to remove the factors of somebody who lost them. They are told by email. */
export function askReset(db: Db, { admin: editor, actor }: Editor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { firstName } = await lockTouchable(tx, editor, id);
    if (id === editor.id)
      throw new Failure('FORBIDDEN', 'Ask another administrator to remove your factor.');
    if (!hasFactor(await requireAccount(tx, id)))
      throw new Failure('INVALID_TRANSITION', `${firstName} has no second factor.`);
    await insertResetRow(tx, id, editor.id);
    await recordFactor(tx, actor, id, 'factor_reset_asked');
    await orderMail(tx, { kind: 'factor', change: 'reset_asked', adminId: id, by: actor.name });
  });
}

/** Removes the factors of somebody, as a second administrator than the one who asked for it. */
export function confirmReset(db: Db, { admin: editor, actor }: Editor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockTouchable(tx, editor, id);
    const reset = await findReset(tx, id);
    if (!reset) throw new Failure('INVALID_TRANSITION', 'Nobody asks for this any more.');
    if (reset.askedById === editor.id || id === editor.id)
      throw new Failure('FORBIDDEN', 'A second administrator has to confirm this.');
    await removeFactors(tx, actor, id);
  });
}

export function withdrawReset(db: Db, { admin: editor, actor }: Editor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockTouchable(tx, editor, id);
    if (await deleteResetRow(tx, id)) await recordFactor(tx, actor, id, 'factor_reset_withdrawn');
  });
}

/** Removes all factors and codes of a person, ends their sessions and tells them by email. */
async function removeFactors(tx: Tx, actor: Actor, id: string): Promise<void> {
  await deleteAppRow(tx, id);
  await deletePasskeyRows(tx, id);
  await replaceRecoveryCodeRows(tx, id, []);
  await deleteResetRow(tx, id);
  await endSessions(tx, id, 'second factor removed');
  await recordFactor(tx, actor, id, 'factor_reset');
  await orderMail(tx, { kind: 'factor', change: 'reset', adminId: id, by: actor.name });
}

/**
 * Removes the factors of the account with this email, for the operator at the machine. Returns false
 * if there is no such account or it has no factor.
 */
export async function resetByOperator(db: Db, email: string): Promise<boolean> {
  const account = await findAccountByEmail(db, email);
  if (!account || !hasFactor(account)) return false;
  await inTransaction(db, (tx) => removeFactors(tx, SYSTEM, account.id));
  return true;
}
