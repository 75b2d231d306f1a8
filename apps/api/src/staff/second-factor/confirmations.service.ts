import type { Confirmation, ConfirmationWays } from '@pos/contract/staff/second-factor';
import type { Db } from '#api/db/db.ts';
import { invalid } from '#api/http/failure.ts';
import { beginFactor } from '#api/staff/sign-in/attempts.ts';
import { factorWays } from '#api/staff/sign-in/factor-tokens.ts';
import { requireOwnPassword } from '#api/staff/sign-in/passwords.service.ts';
import { confirmSessionRow } from './factors.queries.ts';
import { provePasskeyOf } from './passkeys.service.ts';
import {
  hasFactor,
  requireAccount,
  spendCode,
  WRONG_CODE,
  type FactorKeys,
  type FactorOwner,
} from './factors.service.ts';

/** Returns how a person may prove who they are: by a factor, or by the password without one. */
export async function findWays(db: Db, adminId: string): Promise<ConfirmationWays['ways']> {
  const account = await requireAccount(db, adminId);
  return hasFactor(account) ? factorWays(account) : ['password'];
}

/** Notes that the person of a session has proved who they are. Wrong proofs are limited per session. */
export async function confirm(
  db: Db,
  keys: FactorKeys,
  { admin, actor }: FactorOwner,
  { password, code, passkey }: Confirmation,
): Promise<void> {
  if (!hasFactor(await requireAccount(db, admin.id))) {
    await requireOwnPassword(db, { admin, actor }, password ?? undefined, 'password');
  } else if (passkey) {
    await provePasskeyOf(db, keys, admin.id, passkey);
  } else {
    if (!code) throw invalid({ code: 'Enter the code.' });
    const attempt = await beginFactor(db, admin.sessionId);
    if (!(await spendCode(db, keys, admin.id, code))) throw invalid({ code: WRONG_CODE });
    await attempt.succeeded();
  }
  await confirmSessionRow(db, admin.sessionId);
}
