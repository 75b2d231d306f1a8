import type { Confirmation, ConfirmationWays } from '@pos/contract/staff/second-factor';
import type { Db } from '#api/db/db.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { proveByCompany } from '#api/staff/sign-in/company/company-login.service.ts';
import { findCompanySession } from '#api/staff/sign-in/company/company-sessions.queries.ts';
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

/**
 * Returns how a person may prove who they are: by a factor; without one by the password, or at the
 * company's provider if the session began there.
 */
export async function findWays(
  db: Db,
  { id, sessionId }: SignedInAdmin,
): Promise<ConfirmationWays['ways']> {
  const account = await requireAccount(db, id);
  if (hasFactor(account)) return factorWays(account);
  const isByCompany = (await findCompanySession(db, sessionId)) !== undefined;
  const hasPassword = account.passwordHash !== null;
  return [
    ...(isByCompany ? (['company'] as const) : []),
    ...(hasPassword || !isByCompany ? (['password'] as const) : []),
  ];
}

/** Notes that the person of a session has proved who they are. Wrong proofs are limited per session. */
export async function confirm(
  db: Db,
  keys: FactorKeys,
  { admin, actor }: FactorOwner,
  { password, code, passkey, company }: Confirmation,
): Promise<void> {
  if (!hasFactor(await requireAccount(db, admin.id))) {
    if (company) await proveByCompany(db, keys, admin, company);
    else await requireOwnPassword(db, { admin, actor }, password ?? undefined, 'password');
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
