import type { AveDollarEntry, AveDollarsQuery } from '@pos/contract/sales/ave-dollars';
import type { Db } from '#api/db/db.ts';
import { toSort } from '#api/lists/paging.ts';

/** Returns one page of a school's AveDollar ledger and the total count. */
export async function findAveDollarEntries(
  db: Db,
  schoolId: string,
  { page, limit, sort }: AveDollarsQuery,
): Promise<{ results: AveDollarEntry[]; total: number }> {
  const entries = db
    .selectFrom('aveDollarEntries')
    .where('aveDollarEntries.schoolId', '=', schoolId);
  const [results, { total }] = await Promise.all([
    entries
      .leftJoin('payments', 'payments.id', 'aveDollarEntries.paymentId')
      .leftJoin('orders', 'orders.id', 'payments.orderId')
      .leftJoin('fairs', 'fairs.id', 'aveDollarEntries.fairId')
      .select([
        'aveDollarEntries.id',
        'aveDollarEntries.type',
        'aveDollarEntries.amountCents',
        'aveDollarEntries.balanceAfterCents',
        'aveDollarEntries.businessDay',
        'aveDollarEntries.at',
        'aveDollarEntries.actor',
        'aveDollarEntries.note',
        'aveDollarEntries.fairId',
        'fairs.name as fairName',
        'orders.orderNumber',
      ])
      .orderBy('aveDollarEntries.seq', toSort(sort).direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    entries.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results, total };
}
