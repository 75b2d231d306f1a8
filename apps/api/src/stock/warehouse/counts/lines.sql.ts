import {
  SECOND_COUNT_PERCENT,
  SECOND_COUNT_UNITS,
} from '@pos/contract/stock/warehouse/count-reasons';
import { sql } from 'kysely';

/** Units of a line `l` of `count_lines`: of the latest round in which it was counted. */
export const RESULT = sql<number | null>`coalesce(l.counted_qty, l.earlier_qty)`;
/** Units on record at the moment of that count. */
export const ON_RECORD = sql<number | null>`coalesce(l.on_record_qty, l.earlier_on_record_qty)`;
/** Counted less on record (domain 13.3). */
export const DIFFERENCE = sql<number | null>`(${RESULT} - ${ON_RECORD})`;
/** True if the title's stock moved between its first and its last scan. */
export const MOVED = sql<boolean | null>`(l.first_record_qty <> l.on_record_qty)`;

const { lit } = sql;
/**
 * True if a line must be counted a second time before it is booked: counted once with a large
 * difference or with stock that moved meanwhile, or chosen for a second count that is outstanding.
 */
export const AGAIN = sql<boolean>`
  coalesce(
    case
      when l.earlier_qty is not null then l.counted_qty is null
      else ${DIFFERENCE} <> 0
        and (
          abs(${DIFFERENCE}) > ${lit(SECOND_COUNT_UNITS)}
          or abs(${DIFFERENCE}) * 100 > l.on_record_qty * ${lit(SECOND_COUNT_PERCENT)}
          or ${MOVED})
    end,
    false)`;
