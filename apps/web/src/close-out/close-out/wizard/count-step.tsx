import type { CloseOut } from '@pos/contract/close-out/close-out';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { IconCalculator, IconCash, IconEyeOff, IconFileText, type Icon } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '#web/ui/buttons/button.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import * as styles from './count-step.module.css';
import { CashBreakdown } from '../cash-counts/cash-breakdown.tsx';
import { checkCountStatus, varianceStatus } from '../close-out-words.ts';
import { Denominations, sumOfPieces, type Pieces } from '../cash-counts/denominations.tsx';
import { Method, paymentsText, SettledRows } from '../settled-rows.tsx';
import { StepCard } from './step-card.tsx';
import { isOverOrShort, type MoneySoFar } from './wizard-form.ts';

type CountStepProps = { closeOut: CloseOut; money: MoneySoFar; earlierReason: string };

/**
 * Counted money, and the sums of the other methods; expected amounts show once a count is entered.
 */
export function CountStep({ closeOut, money, earlierReason }: CountStepProps) {
  const { tenders, cashControl, eveningCounts } = closeOut;
  const floatLeft = (cashControl.floatInCents ?? 0) - (cashControl.floatOutCents ?? 0);
  return (
    <StepCard
      title="Count what you hold"
      intro="Count first, then compare. The expected amount shows once you have entered your count."
      rows
    >
      {eveningCounts && <DaysNotCounted counts={eveningCounts} />}
      <div className={`${styles.row} ${styles.countHead}`} aria-hidden>
        <span>Method</span>
        <span className="align-right">Expected</span>
        <span className="align-right">Counted</span>
        <span className="align-right">Over or short</span>
      </div>
      <CashRow
        expectedCents={cashControl.expectedCashCents}
        counted={money.cashCents}
        varianceCents={money.cashVarianceCents}
        detail={paymentsText(tenders.Cash)}
      />
      {money.cashCents !== null && cashControl.cashLines && (
        <div className={styles.countBreakdown}>
          <CashBreakdown
            lines={cashControl.cashLines}
            expectedCents={cashControl.expectedCashCents}
            floatInCents={cashControl.floatInCents ?? 0}
            floatOutCents={cashControl.floatOutCents ?? 0}
          />
        </div>
      )}
      {floatLeft !== 0 && (
        <div className={styles.countBreakdown}>
          <Notice kind="info">{floatText(floatLeft)}</Notice>
        </div>
      )}
      <CountRow
        icon={IconFileText}
        name="Check"
        detail={paymentsText(tenders.Check)}
        expectedCents={cashControl.expectedChecksCents}
        counted={money.checkCents}
        varianceCents={money.checkVarianceCents}
        expectedCount={money.checks === null ? null : cashControl.expectedCheckCount}
        countVariance={money.checkCountVariance}
      >
        <CheckAmount counted={money.checkCents} />
        <NumberField
          name="countedChecks"
          label="Number of checks"
          {...(money.checks !== null && { fallback: money.checks })}
        />
      </CountRow>
      {isOverOrShort(money) && (
        <div className={styles.overShort}>
          <TextField
            name="overShortReason"
            label="Why over or short"
            hint={reasonHint(earlierReason)}
          />
        </div>
      )}
      <p className={styles.countGroup}>Settled without a count</p>
      <SettledRows tenders={tenders} />
    </StepCard>
  );
}

function CheckAmount({ counted }: { counted: number | null }) {
  const typed: unknown = useWatch({ name: 'countedCheckCents' });
  return (
    <NumberField
      name="countedCheckCents"
      label="Counted checks"
      prefix="$"
      decimals={2}
      scaled
      {...(typeof typed !== 'number' && fromEvenings(counted))}
    />
  );
}

type DaysNotCountedProps = { counts: NonNullable<CloseOut['eveningCounts']> };

/** Days that the sums of the evening counts leave out. */
function DaysNotCounted({ counts: { daysNotCounted } }: DaysNotCountedProps) {
  if (daysNotCounted.length === 0) return null;
  return (
    <div className={styles.eveningOffer}>
      <Notice kind="info">
        No evening count of {daysNotCounted.map(formatDay).join(', ')}: the sums leave{' '}
        {daysNotCounted.length === 1 ? 'it' : 'them'} out.
      </Notice>
    </div>
  );
}

/** Explains how a float counted in and not out, or the reverse, affects the counted cash. */
function floatText(leftCents: number): string {
  if (leftCents > 0)
    return `A float of ${formatCents(leftCents)} was counted in and not out. Enter the counted cash without it.`;
  return `${formatCents(-leftCents)} more float was counted out than in. Add it to the counted cash.`;
}

function reasonHint(earlier: string): string {
  if (earlier)
    return `The expected money changed since you wrote: “${earlier}”. Enter the reason again.`;
  return "Shown in the summary and in the fair's activity.";
}

type Counted = {
  expectedCents: number;
  counted: number | null;
  varianceCents: number | null;
  detail: string;
  expectedCount?: number | null;
  countVariance?: number | null;
};

function CashRow(row: Counted) {
  const { setValue } = useFormContext();
  const pieces = useWatch({ name: 'pieces' }) as Pieces;
  const typed: unknown = useWatch({ name: 'countedCashCents' });
  const hasPieces = Object.keys(pieces).length > 0;
  const [isOpen, setIsOpen] = useState(hasPieces);
  // A total typed over the bills and coins wins.
  useEffect(() => {
    if (hasPieces && typed !== sumOfPieces(pieces)) setValue('pieces', {}, { shouldDirty: true });
  }, [hasPieces, pieces, typed, setValue]);
  const change = (next: Pieces): void => {
    setValue('countedCashCents', Object.keys(next).length > 0 ? sumOfPieces(next) : null, {
      shouldDirty: true,
      shouldTouch: true,
    });
    setValue('pieces', next, { shouldDirty: true });
  };
  return (
    <>
      <CountRow icon={IconCash} name="Cash" {...row}>
        <NumberField
          name="countedCashCents"
          label="Counted cash"
          prefix="$"
          decimals={2}
          scaled
          {...(typeof typed !== 'number' && fromEvenings(row.counted))}
        />
        <Button
          variant="tertiary"
          size="sm"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconCalculator size={16} stroke={1.75} aria-hidden />{' '}
          {isOpen ? 'Enter one total instead' : 'Bills and coins'}
        </Button>
      </CountRow>
      {isOpen && <Denominations pieces={pieces} change={change} />}
    </>
  );
}

/** An empty field counts as the sum of the evening counts, which it shows. */
const fromEvenings = (countedCents: number | null) =>
  countedCents === null ? {} : { fallback: countedCents, hint: 'From the evening counts.' };

function CountRow({
  icon: MethodIcon,
  name,
  detail,
  expectedCents,
  counted,
  varianceCents,
  expectedCount = null,
  countVariance = null,
  children,
}: Counted & { icon: Icon; name: string; children: ReactNode }) {
  const status = varianceStatus(varianceCents);
  const countStatus = countVariance ? checkCountStatus(countVariance) : undefined;
  return (
    <div className={styles.row} role="group" aria-label={name}>
      <Method icon={MethodIcon} name={name} detail={detail} />
      <span className={`align-right numeric ${styles.expected}`}>
        <span className={styles.expectedWord}>Expected </span>
        {counted === null ? (
          <span className={`muted row ${styles.hiddenFigure}`}>
            <IconEyeOff size={16} stroke={1.75} aria-hidden /> Hidden
          </span>
        ) : (
          formatCents(expectedCents)
        )}
        {expectedCount !== null && (
          <>
            {' '}
            <span className="no-wrap">in {pluralize(expectedCount, 'check', 'checks')}</span>
          </>
        )}
      </span>
      <div className={styles.counted}>{children}</div>
      <span className={`align-right ${styles.verdict}`} role="status">
        {status && !(countStatus && status.meaning === 'ok') && <StatusPill status={status} />}
        {countStatus && <StatusPill status={countStatus} />}
        {!status && !countStatus && <span className="muted">–</span>}
      </span>
    </div>
  );
}
