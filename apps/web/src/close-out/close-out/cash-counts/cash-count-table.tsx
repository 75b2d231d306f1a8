import type { CashCountDay, CashCounts } from '@pos/contract/close-out/cash-counts';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  CountedMoney,
  DayBreakdown,
  floatCents,
  FloatText,
  Money,
  People,
  Verdict,
} from './cash-count-figures.tsx';
import * as tableStyles from '#web/ui/table/table.module.css';
import { HiddenHead, TableHead } from '#web/ui/layout/table-head.tsx';
import * as styles from './cash-counts.module.css';
import * as countStepStyles from '../wizard/count-step.module.css';

type CashCountTableProps = {
  counts: CashCounts;
  /** Shows the expected money of days that were not counted too. */
  isFrozen: boolean;
  renderButtons: (day: CashCountDay) => ReactNode;
};

/** Evening counts as a table, one row per day, with the totals of the counted days. */
export function CashCountTable({
  counts: { days, totals },
  isFrozen,
  renderButtons,
}: CashCountTableProps) {
  return (
    <div
      className={`${tableStyles.wrapper} ${styles.eveningCounts}`}
      tabIndex={0}
      role="region"
      aria-label="Evening counts, table"
    >
      <table className={tableStyles.table}>
        <TableHead
          heads={[
            'Day',
            { right: 'Expected' },
            { right: 'Counted' },
            { right: 'Over or short' },
            'Counted by',
          ]}
        >
          <HiddenHead>Actions</HiddenHead>
        </TableHead>
        <tbody>
          {days.map((day) => (
            <DayRow
              key={day.businessDay}
              day={day}
              isFrozen={isFrozen}
              buttons={renderButtons(day)}
            />
          ))}
        </tbody>
        {totals.daysCounted > 0 && <TotalsRow days={days} totals={totals} />}
      </table>
    </div>
  );
}

type DayRowProps = { day: CashCountDay; isFrozen: boolean; buttons: ReactNode };

function DayRow({ day, isFrozen, buttons }: DayRowProps) {
  const showsExpected = day.count !== null || isFrozen;
  return (
    <tr>
      <th scope="row">
        {day.weekday} {formatDay(day.businessDay)}
        <FloatText day={day} />
        {showsExpected && <DayBreakdown day={day} />}
      </th>
      <td className="align-right">
        {showsExpected ? (
          <Money
            cash={day.expectedCashCents}
            checks={day.expectedCheckCents}
            number={day.expectedCheckCount}
          />
        ) : (
          <Hidden />
        )}
      </td>
      <td className="align-right">
        {day.count ? (
          <CountedMoney day={day} count={day.count} />
        ) : (
          <span className="muted">–</span>
        )}
      </td>
      <td className="align-right">
        <Verdict day={day} />
      </td>
      <td>{day.count ? <People day={day} /> : <span className="muted">Not counted</span>}</td>
      <td className="align-right">{buttons}</td>
    </tr>
  );
}

function TotalsRow({ days, totals }: Pick<CashCounts, 'days' | 'totals'>) {
  const countedFloat = days
    .filter(({ count }) => count !== null)
    .reduce((sum, day) => sum + floatCents(day), 0);
  return (
    <tfoot>
      <tr>
        <th scope="row">{pluralize(totals.daysCounted, 'day', 'days')} counted</th>
        <td />
        <td className="align-right semibold">
          <Money
            cash={(totals.cashCents ?? 0) - countedFloat}
            float={countedFloat}
            checks={totals.checkCents ?? 0}
            number={totals.checks ?? 0}
          />
        </td>
        <td className="align-right semibold">
          <Money cash={totals.cashVarianceCents ?? 0} checks={totals.checkVarianceCents ?? 0} />
        </td>
        <td />
        <td />
      </tr>
    </tfoot>
  );
}

function Hidden() {
  return (
    <span className={`muted row ${countStepStyles.hiddenFigure}`}>
      <IconEyeOff size={16} stroke={1.75} aria-hidden /> Hidden
    </span>
  );
}
