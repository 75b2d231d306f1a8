import type { Report } from '@pos/contract/reports';
import type { FactsChargeRow } from './facts-billing.queries.ts';
import { ungrouped, type ReportTable } from './report-table.ts';
import { NO_STUDENTS, rangeText } from './report-texts.ts';
import { total } from './sales-figures.ts';

/**
 * Lists charges for the school's bookkeeper to bill to families (domain 1.11). Refunds are
 * negative. If students are left out, `charges` tells why.
 */
export function factsBillingTable(
  report: Report,
  charges: readonly FactsChargeRow[],
  withStudents: boolean,
): ReportTable {
  const { school } = report;
  return {
    name: 'FACTS billing',
    titleLines: [
      'FACTS billing',
      `${school.name} (${school.identifier})`,
      rangeText(report),
      ...(withStudents ? [] : [NO_STUDENTS]),
    ],
    columns: [
      {
        label: 'Student',
        definition: 'The student whose family is billed.',
        kind: 'text',
        width: 28,
      },
      { label: 'Grade', definition: "The student's grade.", kind: 'text', width: 8 },
      {
        label: 'Family ID',
        definition: "The family's number in FACTS.",
        kind: 'isbn',
      },
      { label: 'Order', definition: 'The order that was charged.', kind: 'text', width: 26 },
      { label: 'Date', definition: 'The day of the sale or the refund.', kind: 'date' },
      {
        label: 'Amount',
        definition: 'The amount charged through FACTS. A refund is negative.',
        kind: 'money',
      },
      { label: 'Text', definition: "The text on the family's bill.", kind: 'text', width: 60 },
    ],
    groups: ungrouped(
      charges.map((charge) => [
        charge.studentName,
        charge.grade,
        charge.familyId,
        charge.orderNumber,
        charge.date,
        charge.amountCents,
        textOf(charge),
      ]),
    ),
    totals: ['Total', null, null, null, null, total(charges, (charge) => charge.amountCents), null],
  };
}

function textOf({ amountCents, units, fairName }: FactsChargeRow): string {
  const count = Math.abs(units);
  return `${fairName}: ${amountCents < 0 ? 'refund of ' : ''}${count} ${count === 1 ? 'item' : 'items'}`;
}
