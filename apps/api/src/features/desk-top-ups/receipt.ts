import { REVERSAL_WORDS } from '@pos/contract/desk-top-ups';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { plainCents } from '@pos/contract/values/money';
import type { Db } from '#api/db/db.ts';
import { FileAnswer } from '#api/http/feature.ts';
import { missing } from '#api/http/failure.ts';
import { Paper } from '#api/pdf/paper.ts';
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
  const { receiptNumber, companyName, at, timeZone, method, reversalReason } = receipt;
  const time = `${formatInstant(at, timeZone)} ${zoneName(timeZone)}`;
  const paper = new Paper({
    title: `Receipt ${receiptNumber}`,
    author: companyName,
    footer: `${companyName} · receipt ${receiptNumber} of ${time}`,
    createdAt: new Date(at),
  });
  paper.head(companyName, `Receipt ${receiptNumber}`, {
    text: reversalReason ? REVERSAL_WORDS[reversalReason] : 'Paid',
    isFinal: reversalReason === null,
  });
  paper.facts([
    {
      label: 'Student',
      value: [receipt.studentName, receipt.studentNumber].filter(Boolean).join(', '),
    },
    { label: 'School', value: receipt.schoolName },
    { label: 'Received', value: time },
    { label: 'Received by', value: receipt.staff },
    {
      label: 'Method',
      value: [
        PAYMENT_METHODS[method],
        receipt.checkNumber && `No. ${receipt.checkNumber}`,
        receipt.reference && `reference ${receipt.reference}`,
      ]
        .filter(Boolean)
        .join(', '),
    },
  ]);
  paper.heading('eWallet top-up');
  paper.lines([
    { label: 'Amount received', value: plainCents(receipt.amountCents), kind: 'total' },
    { label: 'eWallet balance after it', value: plainCents(receipt.balanceAfterCents) },
  ]);
  if (reversalReason)
    paper.note('This top-up was reversed. The receipt is no proof of payment anymore.');
  for (const text of [receipt.receiptFooter, contactText(receipt)]) if (text) paper.note(text);
  return paper.bytes();
}

function contactText({ supportEmail, supportPhone }: Receipt): string {
  const contacts = [supportEmail, supportPhone].filter(Boolean).join(' or ');
  return contacts && `Questions? ${contacts}`;
}
