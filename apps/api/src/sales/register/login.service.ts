import type {
  FairTerms,
  RegisterLogin,
  RegisterSession,
} from '@pos/contract/sales/register-session';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { countKeylessRegisterLogin } from '#api/staff/sign-in/register-limit.service.ts';
import { verifySecretCode } from '#api/staff/admins/secret-code.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor, Origin, SignedInRegister } from '#api/http/access/identity.ts';
import { isCurrent, tokenFingerprints, readDeviceToken, signDeviceToken } from './device-tokens.ts';
import {
  findAdminForLogin,
  findCashierForLogin,
  findDeviceForLogin,
  findFairForLogin,
  findStanding,
  noteDeviceAtFairRow,
  type selectFairTerms,
} from './login.queries.ts';
import { isProven, pairOrEndCode } from './pairing.service.ts';
import { isAllowedAt, getRegisterMode, sellingWindow } from './register.rules.ts';
import type { PersonKey, Try } from './tries.queries.ts';
import { settleGood, settleWrong, tryCode } from './tries.service.ts';

export type RegisterKeys = { deviceTokenKey: Uint8Array; codePepper: Uint8Array };

/**
 * Single refusal for every possible error: device, key, pairing code, fair, person or secret code.
 */
const WRONG = 'Device ID, pairing code, fair, person or secret code is wrong.';

/**
 * Logs a register in at a fair (api.md, pos/login). An attempt without the device's key or pending
 * pairing code is limited by address only, locks nothing and learns nothing.
 */
export async function loginRegister(
  db: Db,
  keys: RegisterKeys,
  form: RegisterLogin,
  origin: Origin,
): Promise<RegisterSession> {
  const [device, fair] = await Promise.all([
    findDeviceForLogin(db, form.deviceId),
    findFairForLogin(db, form.fairIdentifier),
  ]);
  if (!device || !fair || !(await isProven(db, keys.codePepper, { form, device, ip: origin.ip }))) {
    await countKeylessRegisterLogin(db, origin.ip);
    await verifySecretCode(null, form.secretCode, keys.codePepper);
    throw new Failure('INVALID_CREDENTIALS', WRONG);
  }

  const person = await findPerson(db, form, fair.id);
  const actor: Actor = {
    type: 'device',
    id: device.id,
    name: device.deviceId,
    ip: origin.ip,
    requestId: origin.requestId,
  };
  const entry = await tryCode(
    db,
    { deviceId: device.id, person, timeZone: fair.timeZone },
    () => verifySecretCode(person?.secretCodeHash ?? null, form.secretCode, keys.codePepper),
    { actor, fairId: fair.id },
  );
  if (!person || !entry) throw new Failure('INVALID_CREDENTIALS', WRONG);

  const who = {
    entry,
    actor: { ...actor, name: `${device.deviceId} (${person.name})` },
    fairId: fair.id,
    person,
  };
  const entered = await inTransaction(db, (tx) => enter(tx, keys, form, who));
  if (!entered) {
    await settleWrong(db, entry, { actor, fairId: fair.id });
    throw new Failure('INVALID_CREDENTIALS', WRONG);
  }
  return openSession(keys, { device, fair, person }, entered);
}

type Person = PersonKey & { name: string; secretCodeHash: string | null };

/** Returns the person that a login names: an admin, or a cashier of the fair. */
async function findPerson(
  db: Db,
  { adminId, cashierId }: RegisterLogin,
  fairId: string,
): Promise<Person | null> {
  const kind = adminId === undefined ? 'cashier' : 'admin';
  const found =
    adminId === undefined
      ? await findCashierForLogin(db, cashierId!, fairId)
      : await findAdminForLogin(db, adminId);
  return found ? { kind, ...found } : null;
}

/**
 * Logs in a register whose secret code is right: checks its proof again under the device's lock,
 * pairs it or ends the pairing code, and reads the state that its token is issued for. Returns
 * undefined if the pairing was removed or the device deleted meanwhile.
 */
async function enter(
  tx: Tx,
  keys: RegisterKeys,
  form: RegisterLogin,
  { entry, actor, fairId, person }: { entry: Try; actor: Actor; fairId: string; person: Person },
) {
  const { deviceId: id } = entry;
  const paired = await pairOrEndCode(tx, keys.codePepper, form, { id, actor });
  if (!paired) return undefined;

  await settleGood(tx, entry);
  await noteDeviceAtFairRow(tx, id, fairId);
  const standing = await findStanding(tx, id, fairId, person);
  return standing && { standing, ...paired };
}

/** Device, fair and person of a login. */
type LoginParties = {
  device: { id: string; deviceId: string; name: string };
  fair: FairRow;
  person: Person;
};

/** Issues the token of a register that has logged in, with the terms that it sells by. */
async function openSession(
  keys: RegisterKeys,
  { device, fair, person }: LoginParties,
  { standing, deviceKey }: NonNullable<Awaited<ReturnType<typeof enter>>>,
): Promise<RegisterSession> {
  return {
    token: await signDeviceToken(keys.deviceTokenKey, {
      sub: device.id,
      fair: fair.id,
      [person.kind]: person.id,
      ...tokenFingerprints(standing),
    }),
    mode: getRegisterMode(standing),
    ...(deviceKey !== undefined && { deviceKey }),
    fair: fairTerms(fair),
    device: { id: device.id, deviceId: device.deviceId, name: device.name },
    [person.kind]: { id: person.id, name: person.name },
  };
}

type FairRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectFairTerms>['executeTakeFirst']>>
>;

/** Returns the terms of a fair that its registers sell by. */
export function fairTerms({
  status: _status,
  closeOutState: _closeOutState,
  schoolId: _schoolId,
  ...fair
}: FairRow): FairTerms {
  return { ...fair, ...sellingWindow(fair) };
}

/**
 * Returns the register of a device token with current data from the database. The token ends when
 * the pairing is removed or the secret code changes. If the device, person or fair is deactivated,
 * the fair is closed out or reassigned, or the duty is lost, the register may still send in its
 * sales.
 */
export async function identifyRegister(
  db: Db,
  deviceTokenKey: Uint8Array,
  token: string,
): Promise<SignedInRegister> {
  const claims = await readDeviceToken(deviceTokenKey, token);
  const { sub, fair, admin, cashier } = claims;
  const standing = await findStanding(
    db,
    sub,
    fair,
    admin === undefined ? { kind: 'cashier', id: cashier ?? '' } : { kind: 'admin', id: admin },
  );
  if (!standing || !isCurrent(claims, standing))
    throw new Failure('TOKEN_INVALID', 'This login has ended. Log in at the register again.');
  const { deviceId, cashierId, fairCashierId, cashierName } = standing;
  return {
    kind: 'device',
    id: sub,
    deviceId,
    fairId: fair,
    cashierId,
    fairCashierId,
    cashierName,
    mode: getRegisterMode(standing),
    isAllowed: isAllowedAt(standing),
  };
}
