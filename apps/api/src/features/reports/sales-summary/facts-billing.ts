import type { SalesSummaryReport } from '@pos/contract/reports';
import { factsBilling } from '@pos/contract/reports/facts-billing';
import { listedColumns } from '@pos/contract/reports/tables';
import { plainPlural } from '@pos/contract/values/counts';
import { total } from '../figures/sales-figures.ts';
import { type ReportTable, toReportTable } from '../report-table.ts';
import { makeClock, NO_STUDENTS, rangeText } from '../report-texts.ts';
import type { FactsChargeRow } from './facts-billing.queries.ts';

/**
 * Lists charges for the school's bookkeeper to bill to families (domain 1.11). Refunds are
 * negative. If students are left out, the title lines say so.
 */
export function factsBillingTable(
  report: SalesSummaryReport,
  charges: readonly FactsChargeRow[],
  withStudents: boolean,
): ReportTable {
  const { school, fairs } = report;
  const filled = {
    table: factsBilling,
    columns: listedColumns(factsBilling.columns),
    groups: [{ keys: [], rows: charges.map((charge) => ({ ...charge, text: textOf(charge) })) }],
    totals: { amountCents: total(charges, ({ amountCents }) => amountCents) },
  };
  return {
    ...toReportTable(filled, makeClock(fairs)),
    titleLines: [
      'FACTS billing',
      `${school.name} (${school.identifier})`,
      rangeText(report),
      ...(withStudents ? [] : [NO_STUDENTS]),
    ],
  };
}

function textOf({ amountCents, units, fairName }: FactsChargeRow): string {
  return `${fairName}: ${amountCents < 0 ? 'refund of ' : ''}${plainPlural(Math.abs(units), 'item')}`;
}
