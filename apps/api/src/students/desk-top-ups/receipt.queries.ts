import type { Db } from '#api/db/db.ts';
import { selectDeskTopUps } from './desk-top-ups.queries.ts';

/** Values that a receipt prints; times are in the school's time zone. */
export type Receipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

export function findReceipt(db: Db, paymentId: string, readsStudents: boolean) {
  return selectDeskTopUps(db, readsStudents)
    .innerJoin('walletEntries', (join) =>
      join
        .onRef('walletEntries.paymentId', '=', 'payments.id')
        .on('walletEntries.type', '=', 'top_up'),
    )
    .crossJoin('settings')
    .select([
      'walletEntries.balanceAfterCents',
      'payments.processorRef as reference',
      'deskTopUps.reversalReason',
      'schools.timeZone',
      'settings.companyName',
      'settings.supportEmail',
      'settings.supportPhone',
      'settings.receiptFooter',
    ])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst();
}
