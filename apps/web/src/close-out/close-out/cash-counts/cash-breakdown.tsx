import { CASH_LINES, type CashLines } from '@pos/contract/reports/sales-summary/cash-lines';
import { formatCents } from '@pos/contract/values/money';
import { Summary } from '#web/ui/layout/summary.tsx';
import * as styles from './cash-counts.module.css';

type BreakdownProps = {
  lines: CashLines;
  expectedCents: number;
  floatInCents: number;
  floatOutCents: number;
};

/**
 * Explains expected cash against net cash, line by line, and the drawers' content including the
 * float.
 */
export function CashBreakdown({
  lines,
  expectedCents,
  floatInCents,
  floatOutCents,
}: BreakdownProps) {
  const [sales, refunds, ...others] = CASH_LINES.map(({ name, label, sign }) => ({
    label,
    cents: sign * lines[name],
  }));
  const rows = [
    sales,
    refunds,
    { label: 'Cash, net', cents: lines.salesCents - lines.refundsCents },
    ...others.filter(({ cents }) => cents !== 0),
  ];
  const hasFloat = floatInCents !== 0 || floatOutCents !== 0;
  return (
    <details className={styles.cashBreakdown}>
      <Summary>How expected cash adds up</Summary>
      <dl className="numeric">
        {rows.map(
          (row) => row && <Line key={row.label} {...row} isSum={row.label === 'Cash, net'} />,
        )}
        <Line label="Expected cash" cents={expectedCents} isSum />
        {hasFloat && (
          <>
            <Line label="Float counted in" cents={floatInCents} />
            <Line label="Float counted out" cents={-floatOutCents} />
            <Line
              label="In the drawers"
              cents={expectedCents + floatInCents - floatOutCents}
              isSum
            />
          </>
        )}
      </dl>
    </details>
  );
}

function Line({ label, cents, isSum = false }: { label: string; cents: number; isSum?: boolean }) {
  return (
    <div className={isSum ? 'semibold' : undefined}>
      <dt>{label}</dt>
      <dd>{formatCents(cents)}</dd>
    </div>
  );
}
