import type { ShipToSchoolReport } from '@pos/contract/reports/reports';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { KeyNumbers } from '#web/ui/layout/card.tsx';

type ShipToSchoolLeadProps = { report: ShipToSchoolReport };

/** Books still owed to students, and how many the warehouse lacks. */
export function ShipToSchoolLead({ report: { totals, pickListTotals } }: ShipToSchoolLeadProps) {
  return (
    <KeyNumbers
      bare
      numbers={[
        {
          label: 'Orders',
          value: formatCount(totals.orders),
          detail: pluralize(totals.lines, 'line', 'lines'),
        },
        {
          label: 'Units',
          value: formatCount(totals.units),
          detail: `${formatCount(pickListTotals.quantity)} still to ship`,
        },
        {
          label: 'Value',
          value: formatCents(totals.totalCents),
          detail: `${formatCents(totals.lineNetCents)} net, ${formatCents(totals.taxCents)} tax`,
        },
        {
          label: 'Short in the warehouse',
          value: formatCount(pickListTotals.shortage),
          detail: pickListTotals.shortage === 0 ? 'nothing is missing' : 'see the pick list',
        },
      ]}
    />
  );
}
