import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { Paper, type PaperLine } from '#api/pdf/paper.ts';

/** A receipt of money that the office took or handed over; times are in the school's time zone. */
export type OfficeReceipt = {
  title: string;
  status: { text: string; isFinal: boolean };
  at: string;
  timeZone: string;
  companyName: string;
  studentName: string | null;
  studentNumber: string;
  schoolName: string;
  /** Direction of the money, as the labels of time and staff begin. */
  handed: 'Received' | 'Paid';
  staff: string;
  method: PaymentMethod;
  checkNumber: string | null;
  reference?: string | null;
  heading: string;
  lines: readonly PaperLine[];
  /** Paragraph below the amounts. */
  note?: string;
  /** Signature lines, if any. */
  signatures?: readonly string[];
  receiptFooter: string;
  supportEmail: string;
  supportPhone: string;
};

/** Renders receipts as one PDF, a page each. Needs at least one. */
export function officeReceipts(receipts: readonly OfficeReceipt[]): Promise<Buffer> {
  const [first] = receipts;
  if (!first) throw new Error('There is no receipt to render.');
  const { companyName, at, timeZone, title } = first;
  const time = `${formatInstant(at, timeZone)} ${zoneName(timeZone)}`;
  const paper = new Paper({
    title: receipts.length === 1 ? title : 'Receipts',
    author: companyName,
    footer:
      receipts.length === 1
        ? `${companyName} · ${title.toLowerCase()} of ${time}`
        : `${companyName} · ${receipts.length} receipts`,
    createdAt: new Date(at),
  });
  for (const [index, receipt] of receipts.entries()) {
    if (index > 0) paper.newPage();
    writeReceipt(paper, receipt);
  }
  return paper.bytes();
}

function writeReceipt(paper: Paper, receipt: OfficeReceipt): void {
  const { companyName, title, status, handed, method, checkNumber, reference } = receipt;
  const contacts = [receipt.supportEmail, receipt.supportPhone].filter(Boolean).join(' or ');
  paper.head(companyName, title, status);
  paper.facts([
    {
      label: 'Student',
      value: [receipt.studentName, receipt.studentNumber].filter(Boolean).join(', '),
    },
    { label: 'School', value: receipt.schoolName },
    {
      label: handed,
      value: `${formatInstant(receipt.at, receipt.timeZone)} ${zoneName(receipt.timeZone)}`,
    },
    { label: `${handed} by`, value: receipt.staff },
    {
      label: 'Method',
      value: [
        PAYMENT_METHODS[method],
        checkNumber && `No. ${checkNumber}`,
        reference && `reference ${reference}`,
      ]
        .filter(Boolean)
        .join(', '),
    },
  ]);
  paper.heading(receipt.heading);
  paper.lines(receipt.lines);
  for (const text of [receipt.note, receipt.receiptFooter, contacts && `Questions? ${contacts}`])
    if (text) paper.note(text);
  if (receipt.signatures) paper.signatures(receipt.signatures);
}
