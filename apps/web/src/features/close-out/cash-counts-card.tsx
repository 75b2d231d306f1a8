import { closeOutApi } from '@pos/contract/close-out';
import type { CashCountDay, CashCounts } from '@pos/contract/cash-counts';
import type { FairDetails } from '@pos/contract/fairs';
import { allows } from '@pos/contract/permissions';
import { IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { countOf, formatCents } from '#web/lib/money.ts';
import { useRights } from '#web/lib/session.tsx';
import { formatDay } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import '#web/ui/table/table.css';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import './cash-counts.css';
import { CashBreakdown } from './cash-breakdown.tsx';
import { cashCountsOf } from './close-out.data.ts';
import { checkCountStatus, varianceStatus } from './close-out-words.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const CashCountDialog = lazyPart(
  async () => (await import('./cash-count-dialog.tsx')).CashCountDialog,
);
const FloatDialog = lazyPart(async () => (await import('./float-dialog.tsx')).FloatDialog);
const EarlierCounts = lazyPart(async () => (await import('./earlier-counts.tsx')).EarlierCounts);

type Open = { kind: 'count' | 'earlier' | 'float'; businessDay: string };

/** What two people counted each evening, against what the drawers should hold. */
export function CashCountsCard({ fair }: { fair: FairDetails }) {
  const { data: counts, error, refetch } = useQuery(cashCountsOf(fair.id));
  const { opened: open, open: setOpen, close } = useOpened<Open>();
  const isPhone = useIsPhone();
  const mayCount =
    allows(closeOutApi.addCashCount.access, useRights()) && fair.closeOutState === 'open';
  const day = counts?.days.find(({ businessDay }) => businessDay === open?.businessDay);
  const buttonsOf = (each: CashCountDay): ReactNode => (
    <DayButtons
      day={each}
      mayCount={mayCount && each.businessDay <= fair.today}
      open={(kind) => setOpen({ kind, businessDay: each.businessDay })}
    />
  );
  return (
    <Card
      title="Evening counts"
      intro="Two people count the drawers each evening. What is expected shows once a day is counted."
      rows
    >
      {error && !counts && (
        <ErrorNotice what="The evening counts" error={error} retry={() => void refetch()} />
      )}
      {!counts && !error && (
        <AfterDelay>
          <div className="step-body">
            <Skeleton />
            <Skeleton width="70%" />
          </div>
        </AfterDelay>
      )}
      {counts &&
        (isPhone ? (
          <DayCards counts={counts} buttonsOf={buttonsOf} />
        ) : (
          <DayTable
            counts={counts}
            isFrozen={fair.closeOutState === 'finished'}
            buttonsOf={buttonsOf}
          />
        ))}
      <Suspense>
        {day && open?.kind === 'count' && (
          <CashCountDialog fairId={fair.id} day={day} onClose={close} />
        )}
        {day && open?.kind === 'float' && (
          <FloatDialog fairId={fair.id} day={day} onClose={close} />
        )}
        {day && open?.kind === 'earlier' && (
          <EarlierCounts day={day} timeZone={fair.timeZone} onClose={close} />
        )}
      </Suspense>
    </Card>
  );
}

type Days = { counts: CashCounts; buttonsOf: (day: CashCountDay) => ReactNode };

function DayTable({ counts: { days, totals }, isFrozen, buttonsOf }: Days & { isFrozen: boolean }) {
  const countedFloat = days
    .filter(({ count }) => count !== null)
    .reduce((sum, day) => sum + floatCents(day), 0);
  return (
    <div
      className="tw evening-counts"
      tabIndex={0}
      role="region"
      aria-label="Evening counts, table"
    >
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="r">
              Expected
            </th>
            <th scope="col" className="r">
              Counted
            </th>
            <th scope="col" className="r">
              Over or short
            </th>
            <th scope="col">Counted by</th>
            <th scope="col">
              <span className="vh">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.businessDay}>
              <th scope="row">
                {day.weekday} {formatDay(day.businessDay)}
                <FloatText day={day} />
                {(day.count || isFrozen) && <Breakdown day={day} />}
              </th>
              <td className="r">
                {day.count || isFrozen ? (
                  <Two
                    cash={day.expectedCashCents}
                    checks={day.expectedCheckCents}
                    number={day.expectedCheckCount}
                  />
                ) : (
                  <Hidden />
                )}
              </td>
              <td className="r">
                {day.count ? (
                  <Two
                    cash={day.count.cashCents - floatCents(day)}
                    float={floatCents(day)}
                    checks={day.count.checkCents}
                    number={day.count.checks}
                  />
                ) : (
                  <span className="t3">–</span>
                )}
              </td>
              <td className="r">
                <Verdict day={day} />
              </td>
              <td>{day.count ? <People day={day} /> : <span className="t3">Not counted</span>}</td>
              <td className="r">{buttonsOf(day)}</td>
            </tr>
          ))}
        </tbody>
        {totals.daysCounted > 0 && (
          <tfoot>
            <tr>
              <th scope="row">{countOf(totals.daysCounted, 'day', 'days')} counted</th>
              <td />
              <td className="r sb">
                <Two
                  cash={(totals.cashCents ?? 0) - countedFloat}
                  float={countedFloat}
                  checks={totals.checkCents ?? 0}
                  number={totals.checks ?? 0}
                />
              </td>
              <td className="r sb">
                <Two cash={totals.cashVarianceCents ?? 0} checks={totals.checkVarianceCents ?? 0} />
              </td>
              <td />
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function DayCards({ counts: { days }, buttonsOf }: Days) {
  return (
    <ul className="mcards" aria-label="Evening counts">
      {days.map((day) => (
        <li key={day.businessDay} className="mcard">
          <span className="mcard-title sb">
            {day.weekday} {formatDay(day.businessDay)}
            <FloatText day={day} />
          </span>
          <span className="r num">
            {day.count ? (
              <Two
                cash={day.count.cashCents - floatCents(day)}
                float={floatCents(day)}
                checks={day.count.checkCents}
                number={day.count.checks}
              />
            ) : (
              <span className="t3">Not counted</span>
            )}
          </span>
          {day.count && (
            <span className="meta">
              <People day={day} />
            </span>
          )}
          {day.count && (
            <span className="r">
              <Verdict day={day} />
            </span>
          )}
          {day.count && <Breakdown day={day} />}
          <span className="row wrap mcard-buttons">{buttonsOf(day)}</span>
        </li>
      ))}
    </ul>
  );
}

function FloatText({ day: { floatIn, floatOut } }: { day: CashCountDay }) {
  const parts = [
    floatIn && `${formatCents(floatIn.amountCents)} in`,
    floatOut && `${formatCents(floatOut.amountCents)} out`,
  ].filter(Boolean);
  return parts.length === 0 ? null : (
    <small className="t2 num float-text">Float {parts.join(', ')}</small>
  );
}

function Breakdown({
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

/** Float that a count of the drawers holds, below 0 where more was counted out than in. Every figure of cash is without it. */
function floatCents({ floatIn, floatOut }: CashCountDay): number {
  return (floatIn?.amountCents ?? 0) - (floatOut?.amountCents ?? 0);
}

type TwoProps = { cash: number; float?: number; checks: number; number?: number };

/** Cash without the float, the float where there is one, and checks below them. */
function Two({ cash, float = 0, checks, number }: TwoProps) {
  return (
    <span className="two num">
      <span>
        {formatCents(cash)} <span className="vh">cash</span>
      </span>
      {float !== 0 && (
        <small>
          {float > 0 ? `and ${formatCents(float)} float` : `less ${formatCents(-float)} float`}
        </small>
      )}
      <small>
        {number === undefined
          ? `${formatCents(checks)} checks`
          : `${formatCents(checks)} in ${countOf(number, 'check', 'checks')}`}
      </small>
    </span>
  );
}

function Hidden() {
  return (
    <span className="t3 row hidden-figure">
      <IconEyeOff size={16} stroke={1.75} aria-hidden /> Hidden
    </span>
  );
}

function Verdict({
  day: { cashVarianceCents, checkVarianceCents, checkCountVariance },
}: {
  day: CashCountDay;
}) {
  const cash = varianceStatus(cashVarianceCents);
  const checks = varianceStatus(checkVarianceCents);
  if (!cash || !checks) return <span className="t3">–</span>;
  const number = checkCountVariance ? checkCountStatus(checkCountVariance) : undefined;
  if (cash.meaning === 'ok' && checks.meaning === 'ok' && !number)
    return <StatusPill status={cash} quiet />;
  return (
    <span className="verdicts">
      {cash.meaning !== 'ok' && <StatusPill status={{ ...cash, label: `Cash ${cash.label}` }} />}
      {checks.meaning !== 'ok' && (
        <StatusPill status={{ ...checks, label: `Checks ${checks.label}` }} />
      )}
      {number && <StatusPill status={number} />}
    </span>
  );
}

function People({ day: { count } }: { day: CashCountDay }) {
  if (!count) return null;
  return (
    <span className="two">
      <span>
        {count.countedBy}, {count.secondPerson}
      </span>
      {count.note && <small title={count.note}>{count.note}</small>}
    </span>
  );
}

function DayButtons({
  day,
  mayCount,
  open,
}: {
  day: CashCountDay;
  mayCount: boolean;
  open: (kind: Open['kind']) => void;
}) {
  const of = `${day.weekday} ${formatDay(day.businessDay)}`;
  return (
    <>
      {day.earlier.length > 0 && (
        <Button
          size="sm"
          variant="tertiary"
          aria-label={`${countOf(day.earlier.length, 'earlier count', 'earlier counts')} of ${of}`}
          onClick={() => open('earlier')}
        >
          {day.earlier.length} earlier
        </Button>
      )}
      {mayCount && (
        <Button
          size="sm"
          variant="tertiary"
          aria-label={`Float: ${of}`}
          onClick={() => open('float')}
        >
          Float
        </Button>
      )}
      {mayCount && (
        <Button
          size="sm"
          aria-label={`${day.count ? 'Count again' : 'Count'}: ${of}`}
          onClick={() => open('count')}
        >
          {day.count ? 'Count again' : 'Count'}
        </Button>
      )}
    </>
  );
}
