import type { FactorLogin } from '@pos/contract/staff/second-factor';
import type { LoginAnswer } from '@pos/contract/staff/sign-in';
import type { Db } from '#api/db/db.ts';
import { invalid } from '#api/http/failure.ts';
import type { Origin } from '#api/http/access/identity.ts';
import { beginFactor, type Attempt } from '#api/staff/sign-in/attempts.ts';
import type { Account } from '#api/staff/sign-in/auth.queries.ts';
import { completeLogin } from '#api/staff/sign-in/auth.service.ts';
import { readFactorToken } from '#api/staff/sign-in/factor-tokens.ts';
import { knownBrowser, type KnownBrowser } from '#api/staff/sign-in/known-browsers.ts';
import { queueRefusal } from '#api/staff/sign-in/sign-in-records.service.ts';
import { deleteResetRow } from './factors.queries.ts';
import { spendCode, WRONG_CODE, type FactorKeys } from './factors.service.ts';
import { provePasskeyOf } from './passkeys.service.ts';

/** Finishes a sign-in whose first step was right. */
export async function loginWithFactor(
  db: Db,
  keys: FactorKeys,
  { factorToken, browserToken, code, passkey }: FactorLogin,
  origin: Origin,
): Promise<LoginAnswer> {
  const account = await readFactorToken(db, keys.accessTokenKey, factorToken);
  const browser = await knownBrowser(keys.browserTokenKey, browserToken);
  if (passkey) await provePasskeyOf(db, keys, account.id, passkey);
  else await proveByCode(db, keys, { account, browser, code, origin });
  return completeLogin(db, keys, { account, browser, companyId: account.companyId }, origin);
}

type CodeProof = {
  account: Account;
  browser: KnownBrowser;
  code: FactorLogin['code'];
  origin: Origin;
};

async function proveByCode(
  db: Db,
  keys: FactorKeys,
  { account, browser, code, origin }: CodeProof,
): Promise<void> {
  if (!code) throw invalid({ code: 'Enter the code.' });
  const attempt = await beginFactor(db, account.id, browser.idFor(account));
  const used = await spendCode(db, keys, account.id, code);
  if (!used) await refuseLogin(db, account, attempt, origin);
  await attempt.succeeded();
  // A person who has the factor has not lost it.
  if (used === 'app') await deleteResetRow(db, account.id);
}

async function refuseLogin(
  db: Db,
  { email }: Account,
  { isLast }: Attempt,
  origin: Origin,
): Promise<never> {
  await queueRefusal(db, { email, reason: 'Wrong code', isPaused: isLast, ...origin });
  throw invalid({ code: WRONG_CODE });
}
