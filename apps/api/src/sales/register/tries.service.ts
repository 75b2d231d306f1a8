import { setTimeout as sleep } from 'node:timers/promises';
import { formatTime } from '@pos/contract/values/clock';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { alertFair } from '#api/notifications/notify.ts';
import {
  clearWrongDeviceRow,
  countWrongDeviceRow,
  countWrongPersonRow,
  DEVICE_TRIES,
  deleteTryRow,
  insertTryRow,
  lockCounts,
  PERSON_TRIES,
  type PersonKey,
  type Try,
} from './tries.queries.ts';

/**
 * Delay in ms between checks if other tries are settled, and number of checks: about 10 s in total.
 */
const LOOK_AGAIN_MS = 100;
const LOOKS = 100;

/** Device and person of a login, and the time zone in which it says until when they are locked. */
type Attempt = { deviceId: string; person: PersonKey | null; timeZone: string };

/**
 * Admits a login to the check of its secret code. Tries in progress count like wrong codes until
 * settled, so that parallel tries cannot exceed the limit; a login blocked only by them waits,
 * because they may succeed. Throws DEVICE_LOCKED while the device or person is locked.
 */
async function beginTry(db: Db, attempt: Attempt): Promise<Try> {
  for (let looks = 1; looks <= LOOKS; looks++) {
    const entry = await inTransaction(db, (tx) => admit(tx, attempt));
    if (entry) return entry;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Failure('RATE_LIMITED', 'Too many logins at once. Try again in a second.', {
    retryAfter: 1,
  });
}

/**
 * Checks a secret code at a register as one try. Returns the try, which the caller settles as good;
 * undefined after a wrong code, which is counted. Throws DEVICE_LOCKED like `beginTry`.
 */
export async function tryCode(
  db: Db,
  attempt: Attempt,
  check: () => Promise<boolean>,
  place: { actor: Actor; fairId: string },
): Promise<Try | undefined> {
  const entry = await beginTry(db, attempt);
  const isGood = await check().catch(async (error: unknown) => {
    await withdrawTry(db, entry);
    throw error;
  });
  if (isGood) return entry;
  await settleWrong(db, entry, place);
  return undefined;
}

async function admit(tx: Tx, { deviceId, person, timeZone }: Attempt): Promise<Try | undefined> {
  const counts = await lockCounts(tx, { deviceId, person });
  const locks = [counts.device.lockedUntil, counts.person?.lockedUntil ?? null].filter(
    (until) => until !== null,
  );
  if (locks.length > 0) throw locked(locks.toSorted().at(-1)!, timeZone);
  if (isUsedUp(counts.device, DEVICE_TRIES)) return undefined;
  if (counts.person && isUsedUp(counts.person, PERSON_TRIES)) return undefined;
  const entry = { id: uuidv7(), deviceId, person };
  await insertTryRow(tx, entry);
  return entry;
}

const isUsedUp = ({ wrong, underWay }: { wrong: number; underWay: number }, tries: number) =>
  wrong + underWay >= tries;

/**
 * Settles a try with a wrong code. The fifth at a device and the twentieth of a person lock it, and
 * a notification is sent.
 */
export async function settleWrong(
  db: Db,
  entry: Try,
  { actor, fairId }: { actor: Actor; fairId: string },
): Promise<void> {
  const { id, deviceId, person } = entry;
  await inTransaction(db, async (tx) => {
    await lockCounts(tx, entry);
    await deleteTryRow(tx, id);
    if (await countWrongDeviceRow(tx, deviceId)) {
      await recordActivity(tx, actor, {
        action: 'device.locked',
        entity: 'device',
        entityId: deviceId,
      });
      await alertFair(tx, fairId, { kind: 'device_locked', deviceId, name: actor.name });
    }
    if (person !== null && (await countWrongPersonRow(tx, person)))
      await recordActivity(
        tx,
        actor,
        person.kind === 'admin'
          ? { action: 'admin.codeLocked', entity: 'admin', entityId: person.id }
          : { action: 'fair.cashier_locked', entity: 'fair', entityId: fairId },
      );
  });
}

/** Settles a successful try, in the transaction of the login. */
export async function settleGood(tx: Tx, entry: Try): Promise<void> {
  await deleteTryRow(tx, entry.id);
  await clearWrongDeviceRow(tx, entry.deviceId);
}

/** Withdraws a try without a result. */
async function withdrawTry(db: Db, entry: Try): Promise<void> {
  await inTransaction(db, (tx) => deleteTryRow(tx, entry.id));
}

function locked(until: string, timeZone: string): Failure {
  const time = formatTime(until, timeZone);
  const retryAfter = Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000));
  return new Failure('DEVICE_LOCKED', `Too many wrong codes. Try again at ${time}.`, {
    retryAfter,
  });
}
