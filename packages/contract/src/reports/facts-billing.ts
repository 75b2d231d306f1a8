import { date, isbn, money, nullable, order, text } from './columns.ts';
import type { TableDescription } from './description.ts';

/** List of SALES_SUMMARY files for the school's bookkeeper to bill to families (domain 1.11). */
export const factsBilling = {
  name: 'FACTS billing',
  rows: 'charges',
  columns: {
    studentName: nullable(text('Student', 'The student whose family is billed.', { width: 28 })),
    grade: nullable(text('Grade', "The student's grade.", { width: 8 })),
    familyId: nullable(isbn('Family ID', "The family's number in FACTS.")),
    orderNumber: order('Order', 'The order that was charged.', { width: 26 }),
    date: date('Date', 'The day of the sale or the refund.'),
    amountCents: money('Amount', 'The amount charged through FACTS. A refund is negative.'),
    text: text('Text', "The text on the family's bill.", { width: 60 }),
  },
} as const satisfies TableDescription;
