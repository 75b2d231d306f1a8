import type { Report } from '@pos/contract/reports';
import type { FactsChargeRow } from './facts-billing.queries.ts';
import { ungrouped, type ReportTable } from './report-table.ts';
import { NO_STUDENTS, rangeText } from './report-texts.ts';
import { total } from './sales-figures.ts';

/** The list from which the school's bookkeeper bills families (domain 1.11); refunds are negative. `charges` without students says why. */
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
      { label: 'Student', definition: 'Whose family is billed.', kind: 'text', width: 28 },
      { label: 'Grade', definition: "The pupil's grade.", kind: 'text', width: 8 },
      {
        label: 'Family ID',
        definition: 'The number that FACTS knows the family by.',
        kind: 'isbn',
      },
      { label: 'Order', definition: 'The order that was charged.', kind: 'text', width: 26 },
      { label: 'Date', definition: 'The day of the sale or of the refund.', kind: 'date' },
      {
        label: 'Amount',
        definition: 'What was charged through FACTS; a refund is negative.',
        kind: 'money',
      },
      { label: 'Text', definition: 'What the family reads on its bill.', kind: 'text', width: 60 },
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
