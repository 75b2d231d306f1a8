import { sql } from 'kysely';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { inTransaction, PREPARED, type Db, type Tx } from '#api/db/db.ts';

/** Converts a count to a register's letter at a fair: A to Z, then AA, AB, … */
function toLetter(count: number): string {
  let letters = '';
  for (let rest = count; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/**
 * Assigns a device its letter at a fair before its first order is booked. Runs in its own
 * transaction, because it updates the fair's row, which sales update last. If two run at once, the
 * second letter is skipped.
 */
export async function giveLetter(db: Db, fairId: string, deviceId: string): Promise<void> {
  await inTransaction(db, (tx) => giveLetterRow(tx, fairId, deviceId));
}

/** Assigns a device its letter at a fair, whose row stays locked until the transaction ends. */
export async function giveLetterRow(tx: Tx, fairId: string, deviceId: string): Promise<void> {
  const { deviceLetters } = await tx
    .updateTable('fairs')
    .set({ deviceLetters: sql<number>`device_letters + 1` })
    .where('id', '=', fairId)
    .returning('deviceLetters')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('fairDeviceCounters')
    .values({ fairId, deviceId, letter: toLetter(deviceLetters) })
    .onConflict((conflict) => conflict.columns(['fairId', 'deviceId']).doNothing())
    .execute();
}

/**
 * Reserves the next `count` order numbers of a device at a fair: `<FAIR>-<letter><4 digits>`, five
 * digits beyond 9999.
 */
export async function takeOrderNumbers(
  tx: Tx,
  fair: { id: string; identifier: string },
  deviceId: string,
  count: number,
): Promise<string[]> {
  const [taken] = await runOnceCompiled(
    tx,
    'take order numbers',
    { count, fairId: fair.id, deviceId },
    (given) => sql<{
      letter: string;
      lastNumber: number;
    }>`update ${PREPARED} fair_device_counters set last_number = last_number + ${given.count}
      where fair_id = ${given.fairId} and device_id = ${given.deviceId}
      returning letter, last_number`,
  );
  const { letter, lastNumber } = taken!;
  return Array.from(
    { length: count },
    (_, index) =>
      `${fair.identifier}-${letter}${String(lastNumber - count + index + 1).padStart(4, '0')}`,
  );
}

/**
 * Writes the end of a batch: stored sequence numbers, the device's last contact, and last the
 * fair's totals, which all its registers update. Returns for each epoch the number up to which it
 * is stored without a gap.
 */
export async function concludeRow(
  tx: Tx,
  device: { id: string; fairId: string },
  stored: readonly { epoch: number; sequence: number }[],
  booked: { orders: number; netCents: number },
): Promise<Map<number, number>> {
  const values = {
    epochs: JSON.stringify(highestOfEpochs(stored)),
    deviceId: device.id,
    fairId: device.fairId,
    ...booked,
    isMoved: booked.orders !== 0 || booked.netCents !== 0,
  };
  const rows = await runOnceCompiled(
    tx,
    'conclude a batch',
    values,
    (at) => sql<{
      epoch: number;
      acknowledged: number;
    }>`
      with ${PREPARED} given as (
        select * from json_to_recordset(${at.epochs}::json) as g(epoch int, sequence bigint)),
      acknowledged as (
        update device_epochs e
        set highest_sequence = greatest(e.highest_sequence, given.sequence),
          acknowledged_sequence = e.acknowledged_sequence + (
            select count(*)
            from (
              select sequence, row_number() over (order by sequence) as place
              from (
                select o.sequence
                from orders o
                where o.device_id = e.device_id
                  and o.epoch = e.epoch
                  and o.sequence > e.acknowledged_sequence
                union
                select h.sequence
                from held_orders h
                where h.device_id = e.device_id
                  and h.epoch = e.epoch
                  and h.sequence > e.acknowledged_sequence) beyond) numbered
            where sequence = e.acknowledged_sequence + place)
        from given
        where e.device_id = ${at.deviceId} and e.epoch = given.epoch
        returning e.epoch, e.acknowledged_sequence),
      seen as (
        update devices
        set last_sync_at = now(), last_seen_at = now(), current_fair_id = ${at.fairId}
        where id = ${at.deviceId}
        returning id),
      moved as (
        update fairs
        set order_count = order_count + ${at.orders}, net_cents = net_cents + ${at.netCents}
        where id = (select ${at.fairId}::uuid from seen) and ${at.isMoved}::boolean)
      select epoch, acknowledged_sequence as acknowledged
      from acknowledged`,
  );
  return new Map(rows.map(({ epoch, acknowledged }) => [epoch, acknowledged]));
}

/** Returns the highest sequence number of each epoch. */
function highestOfEpochs(
  stored: readonly { epoch: number; sequence: number }[],
): { epoch: number; sequence: number }[] {
  const highest = new Map<number, number>();
  for (const { epoch, sequence } of stored)
    highest.set(epoch, Math.max(sequence, highest.get(epoch) ?? 0));
  return [...highest].map(([epoch, sequence]) => ({ epoch, sequence }));
}

/**
 * Returns the sequence number up to which a register's epoch is stored without a gap; 0 for an
 * unknown epoch.
 */
export async function findAcknowledged(db: Db, deviceId: string, epoch: number): Promise<number> {
  const row = await db
    .selectFrom('deviceEpochs')
    .select('acknowledgedSequence')
    .where('deviceId', '=', deviceId)
    .where('epoch', '=', epoch)
    .executeTakeFirst();
  return row?.acknowledgedSequence ?? 0;
}
