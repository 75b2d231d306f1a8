import { toBookedTime } from '@pos/contract/sales/register-clock';
import {
  DrawerEntry,
  type DrawerResult,
  type RegisterDay,
} from '@pos/contract/sales/drawers/drawers';
import type { Day } from '@pos/contract/values';
import { dayIn } from '@pos/contract/values/clock';
import { MAX_RACE_TRIES, retry } from '@pos/basics/retry';
import { isDuplicate } from '#api/db/database-errors.ts';
import { type Db, inTransaction, type Tx } from '#api/db/db.ts';
import type { Actor, SignedInRegister } from '#api/http/access/identity.ts';
import { itemId, storeItem } from '#api/http/batch-item.ts';
import { type Received, receiveItem } from '#api/http/received-item.ts';
import { shareFair } from '#api/sales/payments/wallets/top-ups.queries.ts';
import {
  findDrawerDays,
  findEntryHash,
  findPeopleNames,
  insertEntryRow,
} from './drawers.queries.ts';
import { findFairZone, findRegisterDay } from './register-day.queries.ts';

type Outcome = Omit<DrawerResult, 'clientEntryId'>;

/**
 * Stores money put into and taken out of a register's drawer, and its counts, each in its own
 * transaction with its own answer (domain 9.12). Like finished sales they are never refused.
 */
export async function takeInDrawerEntries(
  db: Db,
  register: SignedInRegister,
  { requestId }: Actor,
  entries: readonly unknown[],
): Promise<DrawerResult[]> {
  const results: DrawerResult[] = [];
  for (const raw of entries) {
    const received = receiveItem(DrawerEntry, raw, (whole) => whole);
    const outcome: Outcome =
      'errors' in received
        ? { result: 'rejected', ...received }
        : await storeItem(requestId, entries.length === 1, () =>
            // Another connection sent the same entry.
            retry(() => inTransaction(db, (tx) => takeIn(tx, register, received)), {
              when: (error) => isDuplicate(error, 'drawer_entries_pkey'),
              maxTries: MAX_RACE_TRIES,
            }),
          );
    results.push({ clientEntryId: itemId(raw, 'clientEntryId'), ...outcome });
  }
  return results;
}

async function takeIn(
  tx: Tx,
  register: SignedInRegister,
  { body, hash }: Received<DrawerEntry>,
): Promise<Outcome> {
  const known = await findEntryHash(tx, body.clientEntryId);
  if (known)
    return known.equals(hash)
      ? { result: 'duplicate' }
      : { result: 'rejected', errors: { clientEntryId: 'Another entry has this ID.' } };
  const fair = await shareFair(tx, register.fairId);
  const { at, day } = toBookedTime(body.at, new Date().toISOString(), fair);
  const { enteredById } = body;
  const names = await findPeopleNames(tx, fair.id, enteredById === undefined ? [] : [enteredById]);
  await insertEntryRow(tx, body, {
    fairId: fair.id,
    deviceId: register.id,
    businessDay: day,
    at,
    enteredBy: names.get(enteredById ?? '') ?? register.cashierName,
    bodyHash: hash,
  });
  return { result: 'accepted' };
}

/** Returns a day of a register as the server has it; without one the present day of the fair. */
export async function readRegisterDay(
  db: Db,
  { fairId, id }: SignedInRegister,
  day?: Day,
): Promise<RegisterDay> {
  const timeZone = await findFairZone(db, fairId);
  const businessDay = day ?? dayIn(new Date().toISOString(), timeZone);
  return findRegisterDay(db, { fairId, deviceId: id, businessDay });
}

/** Returns the drawers of a fair by day and register, for the office. */
export const readDrawers = (db: Db, fairId: string) => findDrawerDays(db, fairId);
