import type { GoneState } from '@pos/contract/values';
import { sql, type RawBuilder } from 'kysely';

/**
 * Selects the reason why a record of a table with `deleted_at` and `status` can no longer be
 * selected; null if it can.
 */
export const goneState: RawBuilder<GoneState | null> = sql`
  case
    when deleted_at is not null then 'deleted'
    when status = 'inactive' then 'inactive'
  end`;

/** The same for tables whose records are never soft-deleted. */
export function inactiveState(status: RawBuilder<unknown>): RawBuilder<GoneState | null> {
  return sql`case when ${status} = 'inactive' then 'inactive' end`;
}
