import type { FieldErrors } from '@pos/contract/errors';
import {
  ControlTotal,
  ControlTotals,
  MAX_CONTROL_TOTALS,
} from '@pos/contract/sales/register-orders';
import type { z } from 'zod';
import type { Db } from '#api/db/db.ts';
import { readItem } from '#api/http/input.ts';
import { currentLog } from '#api/http/log.ts';
import { keepControlTotals } from './control-totals.queries.ts';

/**
 * Stores the control totals sent with a batch of orders and returns errors of invalid ones by
 * field. Never throws: the orders are already stored and must be acknowledged.
 */
export async function takeInControlTotals(
  db: Db,
  deviceId: string,
  epoch: number | undefined,
  given: unknown,
): Promise<FieldErrors | undefined> {
  if (given === undefined || given === null) return undefined;
  const errors: FieldErrors = {};
  const totals: ControlTotal[] = [];
  if (!Array.isArray(given) || given.length > MAX_CONTROL_TOTALS)
    return errorsAt('controlTotals', ControlTotals, given);
  for (const [index, raw] of given.entries()) {
    const read = readItem(ControlTotal, raw);
    if ('errors' in read)
      Object.assign(errors, errorsAt(`controlTotals.${index}`, ControlTotal, raw));
    else totals.push(read.data);
  }
  if (totals.length > 0 && epoch === undefined)
    errors['controlTotals'] = 'No order in this batch has the epoch of these totals.';
  if (totals.length > 0 && epoch !== undefined) {
    try {
      await keepControlTotals(db, deviceId, epoch, totals);
    } catch (error) {
      currentLog().warn({ err: error }, 'control totals were not stored');
      errors['controlTotals'] = 'The totals could not be stored. Send them again.';
    }
  }
  return Object.keys(errors).length > 0 ? errors : undefined;
}

/** Returns the schema errors of `raw`, by field below `path`. */
function errorsAt(path: string, schema: z.ZodType, raw: unknown): FieldErrors {
  const read = readItem(schema, raw);
  if (!('errors' in read)) return {};
  return Object.fromEntries(
    Object.entries(read.errors).map(([field, text]) => [
      field === 'body' ? path : `${path}.${field}`,
      text,
    ]),
  );
}
