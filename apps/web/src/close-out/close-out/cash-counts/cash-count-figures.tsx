import type { CashCount, CashCountDay } from '@pos/contract/close-out/cash-counts';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { CashBreakdown } from './cash-breakdown.tsx';
import { checkCountStatus, varianceStatus } from '../close-out-words.ts';
import * as styles from './cash-counts.module.css';

/** Float counted in and out on a day; nothing without a float. */
export function FloatText({ day: { floatIn, floatOut } }: { day: CashCountDay }) {
  const parts = [
    floatIn && `${formatCents(floatIn.amountCents)} in`,
    floatOut && `${formatCents(floatOut.amountCents)} out`,
  ].filter(Boolean);
  return parts.length === 0 ? null : (
    <small className={`subdued numeric ${styles.floatText}`}>Float {parts.join(', ')}</small>
  );
}

/** Expected cash of a day, line by line. */
export function DayBreakdown({
  day: { cashLines, expectedCashCents, floatIn, floatOut },
}: {
  day: CashCountDay;
}) {
  return (
    <CashBreakdown
      lines={cashLines}
      expectedCents={expectedCashCents}
      floatInCents={floatIn?.amountCents ?? 0}
      floatOutCents={floatOut?.amountCents ?? 0}
    />
  );
}

/**
 * Float included in a count of the drawers, negative if more was counted out than in. All figures
 * of cash exclude it.
 */
export function floatCents({ floatIn, floatOut }: CashCountDay): number {
  return (floatIn?.amountCents ?? 0) - (floatOut?.amountCents ?? 0);
}

type MoneyProps = { cash: number; float?: number; checks: number; number?: number };

/** Cash without the float, the float if there is one, and checks below them. */
export function Money({ cash, float = 0, checks, number }: MoneyProps) {
  return (
    <span className="two-lines numeric">
      <span>
        {formatCents(cash)} <span className="visually-hidden">cash</span>
      </span>
      {float !== 0 && (
        <small>
          {float > 0 ? `and ${formatCents(float)} float` : `less ${formatCents(-float)} float`}
        </small>
      )}
      <small>
        {number === undefined
          ? `${formatCents(checks)} checks`
          : `${formatCents(checks)} in ${pluralize(number, 'check', 'checks')}`}
      </small>
    </span>
  );
}

/** Money of a day's count. */
export function CountedMoney({ day, count }: { day: CashCountDay; count: CashCount }) {
  const float = floatCents(day);
  return (
    <Money
      cash={count.cashCents - float}
      float={float}
      checks={count.checkCents}
      number={count.checks}
    />
  );
}

/** Differences of a counted day in cash, checks and the number of checks. */
export function Verdict({
  day: { cashVarianceCents, checkVarianceCents, checkCountVariance },
}: {
  day: CashCountDay;
}) {
  const cash = varianceStatus(cashVarianceCents);
  const checks = varianceStatus(checkVarianceCents);
  if (!cash || !checks) return <span className="muted">–</span>;
  const number = checkCountVariance ? checkCountStatus(checkCountVariance) : undefined;
  if (cash.meaning === 'ok' && checks.meaning === 'ok' && !number)
    return <StatusPill status={cash} quiet />;
  return (
    <span className={styles.verdicts}>
      {cash.meaning !== 'ok' && <StatusPill status={{ ...cash, label: `Cash ${cash.label}` }} />}
      {checks.meaning !== 'ok' && (
        <StatusPill status={{ ...checks, label: `Checks ${checks.label}` }} />
      )}
      {number && <StatusPill status={number} />}
    </span>
  );
}

/** People who counted, and their note. */
export function People({ day: { count } }: { day: CashCountDay }) {
  if (!count) return null;
  return (
    <span className="two-lines">
      <span>
        <span data-private>
          {count.countedBy}, {count.secondPerson}
        </span>
      </span>
      {count.note && <small title={count.note}>{count.note}</small>}
    </span>
  );
}
