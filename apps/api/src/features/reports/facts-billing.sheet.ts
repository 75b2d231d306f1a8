import type { Report } from '@pos/contract/reports';
import type { WrittenSheet } from '#api/spreadsheets/writing/written.ts';
import type { FactsChargeRow } from './facts-billing.queries.ts';
import { rangeText } from './report-texts.ts';
import { total } from './sales-figures.ts';

/** The list from which the school's bookkeeper bills families (domain 1.11); refunds are negative. `charges` without students says why. */
export function factsBillingSheet(report: Report, charges: readonly FactsChargeRow[], withStudents: boolean): WrittenSheet {
  const { school } = report;
  return {
    name: 'FACTS billing',
    titleLines: [
      'FACTS billing',
      `${school.name} (${school.identifier})`,
      rangeText(report),
      ...(withStudents ? [] : ['Student, grade and family ID are not shown: they need the right to read Students.']),
    ],
    columns: [
      { header: 'Student', kind: 'text', width: 28 },
      { header: 'Grade', kind: 'text', width: 8 },
      { header: 'Family ID', kind: 'isbn' },
      { header: 'Order', kind: 'text', width: 26 },
      { header: 'Date', kind: 'date' },
      { header: 'Amount', kind: 'money' },
      { header: 'Text', kind: 'text', width: 60 },
    ],
    rows: charges.map((charge) => [charge.studentName, charge.grade, charge.familyId, charge.orderNumber, charge.date, charge.amountCents, textOf(charge)]),
    totals: ['Total', null, null, null, null, total(charges, (charge) => charge.amountCents), null],
  };
}

function textOf({ amountCents, units, fairName }: FactsChargeRow): string {
  const count = Math.abs(units);
  return `${fairName}: ${amountCents < 0 ? 'refund of ' : ''}${count} ${count === 1 ? 'item' : 'items'}`;
}
