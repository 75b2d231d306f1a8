import type {
  CompanySignIn,
  CompanySignInForm,
  ProviderTest,
} from '@pos/contract/staff/company-sign-in';
import { openBytes, sealBytes } from '#api/hashing/seal.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import {
  clearSubjectRows,
  countRoles,
  deleteCompanySignInRows,
  findCompanySignIn,
  findGroups,
  findOwners,
  setCompanySignInRows,
} from './company-settings.queries.ts';
import {
  endAllCompanySessionRows,
  endLocalSessionRows,
  findCompanySession,
} from './company-sessions.queries.ts';
import { BACK_CHANNEL, RETURN_PAGE, SECRET_OWNER } from './provider.ts';
import { tryProvider, type ProviderKeys } from './provider-connection.ts';

/** ID of the settings row in activity (contract, SETTINGS_ID). */
const SETTINGS_ID = '00000000-0000-4000-8000-000000000001';

type Editor = { admin: SignedInAdmin; actor: Actor };

/** Returns the settings without the secret, which never leaves the server. */
export async function readCompanySignIn(
  db: Db,
  { publicUrl }: ProviderKeys,
): Promise<CompanySignIn> {
  const row = await findCompanySignIn(db);
  return {
    current: row ? { ...toShown(row), groups: await findGroups(db) } : null,
    owners: await findOwners(db),
    addresses: {
      signIn: `${publicUrl}${RETURN_PAGE}`,
      backChannelSignOut: `${publicUrl}${BACK_CHANNEL}`,
      afterSignOut: `${publicUrl}/login`,
    },
  };
}

/** Tries the connection with the values of the form; a blank secret is the stored one. */
export async function testProvider(
  db: Db,
  keys: ProviderKeys,
  { issuer, clientId, clientSecret }: ProviderTest,
): Promise<string[]> {
  const secret = clientSecret || (await storedSecret(db, keys, { issuer, clientId }));
  return tryProvider({ issuer, clientId, clientSecret: secret, groupsClaim: '' }, keys.publicUrl);
}

/** The stored secret goes to the provider and client that it was entered for, and to no other. */
async function storedSecret(
  db: Db,
  { companyKey }: ProviderKeys,
  { issuer, clientId }: Pick<CompanySignInForm, 'issuer' | 'clientId'>,
): Promise<string> {
  const row = await findCompanySignIn(db);
  if (!row || row.issuer !== issuer || row.clientId !== clientId)
    throw invalid({ clientSecret: 'Enter the client secret.' });
  return openBytes(companyKey, SECRET_OWNER, row.clientSecret).toString();
}

/** Sets the company sign-in up, or changes it. */
export async function setCompanySignIn(
  db: Db,
  keys: ProviderKeys,
  { admin, actor }: Editor,
  { clientSecret, groups, breakGlass, ...form }: CompanySignInForm,
): Promise<CompanySignIn> {
  const secret = clientSecret || (await storedSecret(db, keys, form));
  const before = await findCompanySignIn(db);
  const isNew = before?.issuer !== form.issuer || before.clientId !== form.clientId;
  if (isNew || clientSecret) await testProvider(db, keys, { ...form, clientSecret });
  await inTransaction(db, async (tx) => {
    const roleIds = new Set(groups.map(({ roleId }) => roleId));
    if ((await countRoles(tx, [...roleIds])) < roleIds.size)
      throw invalid({ groups: 'A role of the list does not exist any more.' });
    if (!form.allowsPasswords) await refuseLockout(tx, admin, { breakGlass, isNew });
    const old = before && { ...(await readLoggedGroups(tx)), ...toShown(before) };
    const sealed = sealBytes(keys.companyKey, SECRET_OWNER, Buffer.from(secret));
    if (isNew) await forgetProvider(tx, 'another identity provider');
    await setCompanySignInRows(tx, { ...form, clientSecret: sealed }, { groups, breakGlass });
    if (!form.allowsPasswords) await endLocalSessionRows(tx, 'passwords switched off');
    await record(tx, actor, old ?? {}, {
      ...toShown(form),
      ...(await readLoggedGroups(tx)),
      ...(clientSecret && { clientSecret: '****' }),
    });
  });
  return readCompanySignIn(db, keys);
}

/** Stops the company sign-in. People without a password get one by "Forgot Password?". */
export async function stopCompanySignIn(
  db: Db,
  keys: ProviderKeys,
  actor: Actor,
): Promise<CompanySignIn> {
  await inTransaction(db, async (tx) => {
    const before = await findCompanySignIn(tx);
    if (!before) return;
    await record(tx, actor, toShown(before), { name: null, issuer: null, allowsPasswords: true });
    await forgetProvider(tx, 'company sign-in stopped');
    await deleteCompanySignInRows(tx);
  });
  return readCompanySignIn(db, keys);
}

async function forgetProvider(tx: Tx, why: string): Promise<void> {
  await endAllCompanySessionRows(tx, why);
  await clearSubjectRows(tx);
}

/** Refuses to switch passwords off without an owner who keeps one, or before anybody came in without. */
async function refuseLockout(
  tx: Tx,
  { id, sessionId }: SignedInAdmin,
  { breakGlass, isNew }: { breakGlass: readonly string[]; isNew: boolean },
): Promise<void> {
  const owners = new Set((await findOwners(tx)).map((owner) => owner.id));
  if (breakGlass.length === 0 || breakGlass.some((one) => !owners.has(one)))
    throw invalid({
      breakGlass:
        'Choose at least one SUPER_ADMIN with a password, who can sign in if the provider fails.',
    });
  const cameByProvider = !isNew && (await findCompanySession(tx, sessionId)) !== undefined;
  if (!cameByProvider && !breakGlass.includes(id))
    throw invalid({
      allowsPasswords: 'Sign in by the provider first, so that you are not locked out.',
    });
}

const toShown = ({
  name,
  issuer,
  clientId,
  groupsClaim,
  allowsPasswords,
}: Omit<CompanySignInForm, 'clientSecret' | 'groups' | 'breakGlass'>) => ({
  name,
  issuer,
  clientId,
  groupsClaim,
  allowsPasswords,
});

async function readLoggedGroups(tx: Tx) {
  const owners = await findOwners(tx);
  return {
    groups: (await findGroups(tx)).map(({ group }) => group).join(', '),
    breakGlassOwners: owners
      .filter(({ isBreakGlass }) => isBreakGlass)
      .map(({ name }) => name)
      .join(', '),
  };
}

async function record(tx: Tx, actor: Actor, before: object, after: object): Promise<void> {
  await recordActivity(tx, actor, {
    action: 'settings.updated',
    entity: 'settings',
    entityId: SETTINGS_ID,
    changes: changedFields<object>(before, after),
  });
}

/** Refuses a change that leaves no break-glass owner while passwords are off. */
export async function refuseLastBreakGlass(tx: Tx, adminId: string): Promise<void> {
  const settings = await findCompanySignIn(tx);
  if (!settings || settings.allowsPasswords) return;
  const keepers = (await findOwners(tx)).filter(({ isBreakGlass }) => isBreakGlass);
  if (keepers.length === 1 && keepers[0]?.id === adminId)
    throw new Failure(
      'LAST_SUPER_ADMIN',
      'This is the last owner who may sign in with a password. Choose another one in Settings first.',
    );
}
