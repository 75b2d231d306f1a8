import type { PersonKind, RegisterFair, RegisterPeople } from '@pos/contract/sales/register-people';
import type { DeviceProof } from '@pos/contract/sales/register-session';
import { inTransaction, type Db } from '#api/db/db.ts';
import { CODE_CHECK_ITERATIONS, openCodeCheck } from '#api/fairs/cashiers/code-checks.rules.ts';
import { countKeylessRegisterLogin } from '#api/staff/sign-in/register-limit.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Origin } from '#api/http/access/identity.ts';
import { findDeviceForLogin, noteDeviceSeenRow } from './login.queries.ts';
import { isProven, pairOrEndCode } from './pairing.service.ts';
import {
  findAdminsAt,
  findCashiersAt,
  findLastEpoch,
  findRegisterFairs,
} from './people.queries.ts';
import { sellingWindow } from './register.rules.ts';

const WRONG = 'Device ID or pairing code is wrong.';

/**
 * Returns the fairs of a device and the people who may work there, and its key for a pairing code.
 * Without key or code it is limited by address only and learns nothing, as pos/login.
 */
export async function readRegisterPeople(
  db: Db,
  pepper: Uint8Array,
  form: DeviceProof,
  origin: Origin,
): Promise<RegisterPeople> {
  const device = await findDeviceForLogin(db, form.deviceId);
  const actor = device && {
    type: 'device' as const,
    id: device.id,
    name: device.deviceId,
    ip: origin.ip,
    requestId: origin.requestId,
  };
  const paired =
    device && actor && (await isProven(db, pepper, { form, device, ip: origin.ip }))
      ? await inTransaction(db, async (tx) => {
          await noteDeviceSeenRow(tx, device.id);
          return pairOrEndCode(tx, pepper, form, { id: device.id, actor });
        })
      : undefined;
  if (!device || !paired) {
    await countKeylessRegisterLogin(db, origin.ip);
    throw new Failure('INVALID_CREDENTIALS', WRONG);
  }
  const { id, deviceId, name } = device;
  return {
    ...paired,
    device: { id, deviceId, name, lastEpoch: await findLastEpoch(db, id) },
    fairs: await findFairsWithPeople(db, pepper, id),
    serverTime: new Date().toISOString(),
  };
}

/** Lists the fairs of a device, each with its cashiers and then the admins who may work it. */
async function findFairsWithPeople(
  db: Db,
  pepper: Uint8Array,
  deviceId: string,
): Promise<RegisterPeople['fairs']> {
  const fairs = await findRegisterFairs(db, deviceId);
  if (fairs.length === 0) return [];
  const ids = fairs.map(({ id }) => id);
  const cashiers = Map.groupBy(await findCashiersAt(db, deviceId, ids), ({ fairId }) => fairId);
  const admins = Map.groupBy(await findAdminsAt(db, deviceId, ids), ({ fairId }) => fairId);
  return fairs.map(({ coordinatorName, coordinatorPhone, companyName, supportPhone, ...fair }) => ({
    ...fair,
    ...sellingWindow(fair),
    ...toHelp(
      { name: coordinatorName, phone: coordinatorPhone },
      { name: companyName, phone: supportPhone },
    ),
    people: [
      ...(cashiers.get(fair.id) ?? []).map(({ codeCheck, ...cashier }) => ({
        ...toPerson('cashier', cashier),
        ...(codeCheck && {
          codeCheck: {
            ...openCodeCheck(pepper, cashier.id, codeCheck),
            iterations: CODE_CHECK_ITERATIONS,
          },
        }),
      })),
      ...(admins.get(fair.id) ?? []).map(({ approves, ...admin }) => ({
        ...toPerson('admin', admin),
        ...(approves && { approves }),
      })),
    ],
  }));
}

/** Returns the first contact with a phone number. */
function toHelp(...contacts: { name: string; phone: string }[]): Pick<RegisterFair, 'help'> {
  const help = contacts.find(({ phone }) => phone !== '');
  return help ? { help } : {};
}

const toPerson = (kind: PersonKind, { id, name }: { id: string; name: string }) => ({
  id,
  kind,
  name,
  initial: toInitial(name),
});

/** Returns the first letter of a name in upper case, whole where it takes several characters. */
function toInitial(name: string): string {
  const [first] = new Intl.Segmenter('en-US').segment(name);
  return (first?.segment ?? '').toLocaleUpperCase('en-US');
}
