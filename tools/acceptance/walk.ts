import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { Job } from '@pos/contract/staff/jobs';
import type { NewSchool } from '@pos/contract/fairs/schools';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { addDays } from '@pos/contract/values/days';
import type { Office } from '../office/session.ts';
import {
  addMissingSchool,
  ensureAdmin,
  ensureDevice,
  ensureFair,
  ensureRole,
  makePairingCode,
  switchFactsOn,
  uploadPackingList,
} from '../office/steps.ts';
import { CASHIER_ROLE } from '../simulator/cashier.ts';
import { Random } from '@pos/world/random';
import { AppRegister } from '../simulator/app-register.ts';
import { Register } from '../simulator/register.ts';
import { byDevice } from '../simulator/replay.ts';
import { losingAnswers } from '../simulator/network.ts';
import { type FairFile, type FairFolder, packageNumber, ratePercent } from './fair-folder.ts';

/** Staff and register work for a fair's folder, through HTTP only. */

const SECRET_CODE = '4711';
const BATCH = 25;
const LOST_ANSWERS = 0.1;

/** Plans the fair; a school unknown to the source is added from the fair's file. */
export async function planFair(
  office: Office,
  folder: Pick<FairFolder, 'fair' | 'orders' | 'refunds'>,
): Promise<{ fair: FairDetails; cashierId: string }> {
  const { fair: file, orders, refunds } = folder;
  const cashierId = await ensureAdmin(office, {
    firstName: 'Casey',
    lastName: 'Register',
    email: 'registers@example.com',
    phone: '5550100123',
    roleId: await ensureRole(office, CASHIER_ROLE),
    secretCode: SECRET_CODE,
  });
  await addMissingSchool(office, file.schoolIdentifier, () => toSchool(file));
  // A new school has no FACTS until somebody says so.
  const methods = orders.flatMap(({ order }) => order.payments.map(({ method }) => method));
  if (methods.includes(PaymentMethod.facts)) await switchFactsOn(office, file.schoolIdentifier);
  const deviceIds: string[] = [];
  for (const deviceId of new Set([...orders, ...refunds].map(({ device }) => device))) {
    const device = await ensureDevice(office, {
      deviceId,
      name: `Register ${deviceId}`.slice(0, 20),
      purchaseDate: addDays(file.startDate, -365),
      warrantyDate: addDays(file.startDate, 365),
      model: 1,
      adminId: null,
    });
    deviceIds.push(device.id);
  }
  const fair = await ensureFair(office, {
    schoolIdentifier: file.schoolIdentifier,
    identifier: file.identifier ?? `${file.schoolIdentifier}-01`,
    name: file.name,
    address: file.address,
    startDate: file.startDate,
    endDate: file.endDate,
    salesTaxRate: ratePercent(file),
    packageOption: packageNumber(file),
    adminId: cashierId,
    deviceIds: deviceIds.slice(0, 50),
  });
  return { fair, cashierId };
}

/** Checks the packing list, then imports it. */
export function loadPackingList(
  office: Office,
  fair: FairDetails,
  { packingList }: Pick<FairFolder, 'packingList'>,
) {
  return uploadPackingList(office, fair.id, new Blob([packingList.bytes]), packingList.name);
}

/**
 * Sends the orders of every device, some batches twice, out of order and with responses lost, and
 * then the refunds.
 */
export async function sell(
  office: Office,
  fair: FairDetails,
  cashierId: string,
  { orders, refunds }: Pick<FairFolder, 'orders' | 'refunds'>,
  journals: string,
): Promise<{ registers: Register[]; ordersPerSecond: number }> {
  const random = new Random(`acceptance ${fair.identifier}`);
  const sold = byDevice(orders);
  const returned = byDevice(refunds);
  const registers: Register[] = [];
  for (const deviceId of new Set([...sold.keys(), ...returned.keys()])) {
    const network = losingAnswers(random.fork(`network ${deviceId}`), LOST_ANSWERS);
    const person = {
      adminId: cashierId,
      secretCode: SECRET_CODE,
      pairingCode: () => makePairingCode(office, deviceId),
    };
    const register = await Register.open({
      url: office.url,
      deviceId,
      ...person,
      fairIdentifier: fair.identifier,
      folder: journals,
      network,
    });
    await register.login();
    await register.record((sold.get(deviceId) ?? []).map(({ order }) => order));
    registers.push(register);
  }
  const begun = performance.now();
  await Promise.all(
    registers.map((register) =>
      register.deliver({ batchSize: BATCH, chaos: random.fork(register.deviceId) }),
    ),
  );
  const ordersPerSecond = (orders.length / (performance.now() - begun)) * 1_000;
  for (const register of registers) {
    await register.refund((returned.get(register.deviceId) ?? []).map(({ refund }) => refund));
    await register.deliverRefunds({ twice: true });
    await register.heartbeat();
  }
  return { registers, ordersPerSecond };
}

/** Number of sales after which a register app is closed, opened again and sends. */
const SHIFT = 25;

/**
 * Sells the orders through the register app in the order of their times, with responses lost, and
 * gives the refunds. Names each order that the app makes otherwise than the file.
 */
export async function sellWithApp(
  office: Office,
  fair: FairDetails,
  cashierId: string,
  { orders, refunds }: Pick<FairFolder, 'orders' | 'refunds'>,
): Promise<{ registers: AppRegister[]; differing: string[] }> {
  const random = new Random(`acceptance ${fair.identifier}`);
  const registers = new Map<string, AppRegister>();
  for (const { device: deviceId } of [...orders, ...refunds]) {
    if (registers.has(deviceId)) continue;
    const network = losingAnswers(random.fork(`network ${deviceId}`), LOST_ANSWERS);
    const register = await AppRegister.open({ url: office.url, deviceId, network });
    registers.set(deviceId, register);
    await register.start({
      pairingCode: await makePairingCode(office, deviceId),
      fairIdentifier: fair.identifier,
      personId: cashierId,
      secretCode: SECRET_CODE,
    });
  }
  const ids = new Map<string, string>();
  const differing: string[] = [];
  const byTime = orders.toSorted((a, b) => a.order.soldAt.localeCompare(b.order.soldAt));
  for (const { device, order } of byTime) {
    const register = registers.get(device)!;
    const made = await register.sell(order);
    ids.set(order.clientOrderId, made.clientOrderId);
    if (toEssence(made) !== toEssence(order))
      differing.push(
        `${device} ${order.sequence}: ${toEssence(made)} instead of ${toEssence(order)}`,
      );
    if (made.sequence % SHIFT !== 0) continue;
    await register.reopen();
    await register.deliver();
  }
  for (const register of registers.values()) await register.deliver();
  for (const [deviceId, entries] of byDevice(refunds))
    await registers.get(deviceId)!.refund(
      entries.map(({ refund }) => ({
        ...refund,
        clientOrderId: ids.get(refund.clientOrderId) ?? refund.clientOrderId,
      })),
      { twice: true },
    );
  return { registers: [...registers.values()], differing };
}

/** Returns an order as text without what each register makes itself: IDs, epoch, person, reasons. */
function toEssence(order: SoldOrder): string {
  const own = ['clientOrderId', 'clientPaymentId', 'epoch', 'soldById', 'discountReason'];
  // A card pays exactly what it pays, noted or not.
  const payments = order.payments.map(
    ({ amountCents, tenderedCents = amountCents, changeCents = 0, ...payment }) => ({
      ...payment,
      amountCents,
      tenderedCents,
      changeCents,
    }),
  );
  const sorted = (_name: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([name]) => !own.includes(name))
            .toSorted(([one], [other]) => one.localeCompare(other)),
        )
      : value;
  // The app names a student where one buys; the file also in purchases of the school itself.
  const studentNumber = order.customerType === 'student' ? order.studentNumber : null;
  return JSON.stringify({ ...order, studentNumber, payments }, sorted);
}

/** Describes the changes of a sync; empty if there were none. */
export function listChanges({ status, result, errors }: Job): string[] {
  const files = Array.isArray(result?.['files'])
    ? (result['files'] as Record<string, unknown>[])
    : [];
  const changed = files.flatMap((file) =>
    ['created', 'updated', 'deactivated'].flatMap((what) =>
      Number(file[what]) > 0 ? [`${String(file['file'])}: ${String(file[what])} ${what}`] : [],
    ),
  );
  return [
    ...(status === 'succeeded' ? [] : [`The sync ${status}.`]),
    ...(files.length === 0 ? ['The sync reports no files.'] : []),
    ...errors.map(({ file, row, message }) => `${file}, row ${row ?? '?'}: ${message}`),
    ...changed,
  ];
}

function toSchool({ schoolIdentifier, schoolName, name, address, timeZone }: FairFile): NewSchool {
  const parts = /^(.+?),\s*([^,]+),\s*([A-Z]{2})\s+(\d{5}(?:-\d{4})?)$/.exec(address);
  if (!parts)
    throw new Error(
      `The source has no school ${schoolIdentifier}, and the fair's address lacks the city, state and ZIP code needed to add it.`,
    );
  const [, street = '', city = '', state = '', zip = ''] = parts;
  return {
    identifier: schoolIdentifier,
    name: schoolName ?? name,
    address: street,
    city,
    state,
    zip,
    ...(timeZone !== undefined && { timeZone }),
  };
}
