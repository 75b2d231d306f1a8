import { PAYOUT_REVERSAL_WORDS } from '@pos/contract/students/payout-methods';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import type { Db } from '#api/db/db.ts';
import { FileAnswer } from '#api/http/feature.ts';
import { missing } from '#api/http/failure.ts';
import {
  officeReceipts,
  type OfficeReceipt,
} from '#api/students/desk-top-ups/office-receipts.service.ts';
import { findReceipts, type PayoutReceipt } from './payouts.queries.ts';

/** Makes the receipts of payouts as one PDF, a page each. Refuses an unknown payout. */
export async function makeReceipts(
  db: Db,
  ids: readonly string[],
  readsStudents: boolean,
): Promise<FileAnswer> {
  const payouts = await findReceipts(db, ids, readsStudents);
  const [first] = payouts;
  if (!first || payouts.length < new Set(ids).size) throw missing('payout');
  return new FileAnswer(
    payouts.length === 1 ? `payout_${first.payoutNumber}.pdf` : 'payouts.pdf',
    'application/pdf',
    await officeReceipts(payouts.map(toReceipt)),
  );
}

function toReceipt(payout: PayoutReceipt): OfficeReceipt {
  const { payoutNumber, amountCents, balanceAfterCents, reversalReason } = payout;
  return {
    ...payout,
    title: `Payout ${payoutNumber}`,
    status: {
      text: reversalReason ? PAYOUT_REVERSAL_WORDS[reversalReason] : 'Paid out',
      isFinal: reversalReason === null,
    },
    handed: 'Paid',
    heading: 'Leftover eWallet money',
    lines: [
      { label: 'Amount paid out', value: formatCents(amountCents), kind: 'total' },
      { label: 'eWallet balance after it', value: formatCents(balanceAfterCents) },
    ],
    ...(reversalReason ? { note: reversedNote(payout) } : { signatures: ['Received by', 'Date'] }),
  };
}

function reversedNote({ amountCents, reversedAt, reversedBy, timeZone }: PayoutReceipt): string {
  const time = reversedAt && `${formatInstant(reversedAt, timeZone)} ${zoneName(timeZone)}`;
  return `This payout was reversed ${time} by ${reversedBy}: ${formatCents(amountCents)} went back into the eWallet. The receipt is no proof of payment anymore.`;
}
