import type { FairReturnReport } from '@pos/contract/reports/reports';
import type { FairReturnTotals } from '@pos/contract/reports/fair-return';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatPercent } from '@pos/contract/values/percent';
import { KeyNumbers } from '#web/ui/layout/card.tsx';
import * as styles from '../../reports.module.css';

/** The return in units and retail value, and the units that were never at the fair. */
export function FairReturnLead({ report: { totals } }: { report: FairReturnReport }) {
  const { shipToSchoolUnits } = totals;
  return (
    <>
      <KeyNumbers bare numbers={keyNumbers(totals)} />
      {shipToSchoolUnits > 0 && (
        <p className={`caption ${styles.note}`}>
          {pluralize(shipToSchoolUnits, 'ship-to-school piece is', 'ship-to-school units are')} not
          included: {shipToSchoolUnits === 1 ? 'it never was' : 'they never were'} at the fair.
        </p>
      )}
    </>
  );
}

function keyNumbers(totals: FairReturnTotals) {
  const ofCount = (value: number | null) => (value === null ? 'Not counted' : formatCount(value));
  const ofMoney = (cents: number | null) => (cents === null ? 'yet' : formatCents(cents));
  return [
    { label: 'Sent', value: formatCount(totals.sent), detail: formatCents(totals.sentValueCents) },
    {
      label: 'Sold, less restocked',
      value: formatCount(totals.soldInPerson - totals.restocked),
      detail: formatCents(totals.soldValueCents),
    },
    {
      label: 'Expected',
      value: formatCount(totals.expectedReturn),
      detail: formatCents(totals.expectedValueCents),
    },
    {
      label: 'Counted',
      value: ofCount(totals.counted),
      detail:
        totals.counted === null
          ? 'yet'
          : `${formatCents(totals.countedValueCents ?? 0)}, ${formatCount(totals.countedTitles)} of ${pluralize(totals.titles, 'title', 'titles')}`,
    },
    {
      label: 'Variance',
      value: ofCount(totals.variance),
      detail:
        totals.variance === null
          ? 'yet'
          : `${ofMoney(totals.varianceValueCents)}, shrinkage ${formatPercent(totals.shrinkagePercent)}`,
    },
  ];
}
