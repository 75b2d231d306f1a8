import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FairTerms, RegisterLogin, RegisterSession } from '@pos/contract/register';
import { sql } from 'kysely';
import { inTransaction, type Db } from '#api/db/db.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { countKeylessRegisterLogin } from '#api/features/auth/register-limit.service.ts';
import { verifySecretCode } from '#api/features/admins/secret-code.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor, Origin, SignedInRegister } from '#api/http/identity.ts';
import { alertFair } from '#api/notifications/notify.ts';
import { readDeviceToken, signDeviceToken } from './device-tokens.ts';
import {
  countAdminTryRow, countDeviceTryRow, findAdminForLogin, findDeviceForLogin, findFairForLogin, findLocks, findStanding, forgiveTryRows, pairRow, type selectFairTerms,
} from './login.queries.ts';
import { modeOf, sellingWindow } from './register.rules.ts';

export type RegisterKeys = { deviceTokenKey: Uint8Array; codePepper: Uint8Array };

/** One text for whatever is wrong: device, key, fair, admin or code. */
const WRONG = 'Device ID, fair, admin or secret code is wrong.';

/**
 * Logs a register in at a fair (api.md, pos/login). A try is counted before the code is looked at; a good one takes it back.
 * Whoever lacks the key of a paired device is held to a limit of the address alone, and so cannot lock it.
 */
export async function loginRegister(db: Db, keys: RegisterKeys, form: RegisterLogin, origin: Origin): Promise<RegisterSession> {
  const [device, fair, admin] = await Promise.all([findDeviceForLogin(db, form.deviceId), findFairForLogin(db, form.fairIdentifier), findAdminForLogin(db, form.adminId)]);
  if (!device || !fair || (device.deviceKeyHash && !keyFits(device.deviceKeyHash, form.deviceKey))) {
    await countKeylessRegisterLogin(db, origin.ip);
    await verifySecretCode(null, form.secretCode, keys.codePepper);
    throw new Failure('INVALID_CREDENTIALS', WRONG);
  }

  const actor: Actor = { type: 'device', id: device.id, name: device.deviceId, ip: origin.ip, requestId: origin.requestId };
  const lockedUntil = await findLocks(db, device.id, form.adminId);
  if (lockedUntil) throw locked(lockedUntil, fair.timeZone);
  const deviceTry = await countDeviceTryRow(db, device.id);
  const adminTry = admin && (await countAdminTryRow(db, admin.id));
  if (!deviceTry || (admin && !adminTry)) throw locked((await findLocks(db, device.id, form.adminId)) ?? new Date().toISOString(), fair.timeZone);

  const good = await verifySecretCode(admin?.secretCodeHash ?? null, form.secretCode, keys.codePepper);
  if (!admin || !good) {
    if (deviceTry.locked) {
      await inTransaction(db, async (tx) => {
        await recordActivity(tx, actor, 'device.locked', 'device', device.id);
        await alertFair(tx, fair.id, { kind: 'device_locked', deviceId: device.id, name: device.deviceId });
      });
    }
    if (adminTry?.locked) await inTransaction(db, (tx) => recordActivity(tx, actor, 'admin.codeLocked', 'admin', form.adminId));
    throw new Failure('INVALID_CREDENTIALS', WRONG);
  }

  const deviceKey = device.deviceKeyHash ? undefined : randomBytes(32).toString('base64url');
  await inTransaction(db, async (tx) => {
    await forgiveTryRows(tx, device.id, admin.id, { adminLocked: adminTry?.locked ?? false });
    await tx.updateTable('devices').set({ lastSeenAt: sql<string>`now()`, currentFairId: fair.id }).where('id', '=', device.id).execute();
    if (deviceKey === undefined) return;
    if (!(await pairRow(tx, device.id, sha256(deviceKey)))) throw new Failure('INVALID_CREDENTIALS', WRONG);
    await recordActivity(tx, { ...actor, name: `${device.deviceId} (${admin.name})` }, 'device.paired', 'device', device.id);
  });
  return {
    token: await signDeviceToken(keys.deviceTokenKey, { sub: device.id, fair: fair.id, admin: admin.id }),
    mode: modeOf({ deviceStatus: device.status, adminStatus: admin.status, adminDeleted: false, fairStatus: fair.status, closeOutState: fair.closeOutState }),
    ...(deviceKey !== undefined && { deviceKey }),
    fair: fairTerms(fair),
    device: { id: device.id, deviceId: device.deviceId, name: device.name },
    admin: { id: admin.id, name: admin.name },
  };
}

type FairRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectFairTerms>['executeTakeFirst']>>>;

/** What a register is told of its fair. */
export function fairTerms({ status: _status, closeOutState: _closeOutState, schoolId: _schoolId, ...fair }: FairRow): FairTerms {
  return { ...fair, ...sellingWindow(fair) };
}

/**
 * Who a device token belongs to, with the mode that the database gives it at this moment: a token of a device that was deactivated
 * or of a fair that was finished goes on handing in.
 */
export async function identifyRegister(db: Db, deviceTokenKey: Uint8Array, token: string): Promise<SignedInRegister> {
  const { sub, fair, admin } = await readDeviceToken(deviceTokenKey, token);
  const standing = await findStanding(db, sub, fair, admin);
  if (!standing) throw new Failure('TOKEN_INVALID', 'Log in at the register to continue.');
  return { kind: 'device', id: sub, deviceId: standing.deviceId, fairId: fair, cashierId: admin, cashierName: standing.cashierName, mode: modeOf(standing) };
}

function keyFits(stored: Buffer, given: string | undefined): boolean {
  return given !== undefined && timingSafeEqual(stored, sha256(given));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function locked(until: string, timeZone: string): Failure {
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(until));
  return new Failure('DEVICE_LOCKED', `Too many wrong codes. Try again at ${time}.`, { retryAfter: Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000)) });
}
