import { REVERSAL_WORDS } from '@pos/contract/students/desk-top-ups';
import { formatCents } from '@pos/contract/values/money';
import type { Db } from '#api/db/db.ts';
import { FileAnswer } from '#api/http/feature.ts';
import { missing } from '#api/http/failure.ts';
import { officeReceipts } from './office-receipts.service.ts';
import { findReceipt, type Receipt } from './receipt.queries.ts';

/** Makes the receipt of a desk top-up as a PDF. Refuses a payment that is none. */
export async function makeReceipt(
  db: Db,
  paymentId: string,
  readsStudents: boolean,
): Promise<FileAnswer> {
  const receipt = await findReceipt(db, paymentId, readsStudents);
  if (!receipt) throw missing('payment');
  return new FileAnswer(
    `receipt_${receipt.receiptNumber}.pdf`,
    'application/pdf',
    await receiptPdf(receipt),
  );
}

function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const { receiptNumber, amountCents, balanceAfterCents, reversalReason } = receipt;
  return officeReceipts([
    {
      ...receipt,
      title: `Receipt ${receiptNumber}`,
      status: {
        text: reversalReason ? REVERSAL_WORDS[reversalReason] : 'Paid',
        isFinal: reversalReason === null,
      },
      handed: 'Received',
      heading: 'eWallet top-up',
      lines: [
        { label: 'Amount received', value: formatCents(amountCents), kind: 'total' },
        { label: 'eWallet balance after it', value: formatCents(balanceAfterCents) },
      ],
      ...(reversalReason && {
        note: 'This top-up was reversed. The receipt is no proof of payment anymore.',
      }),
    },
  ]);
}
