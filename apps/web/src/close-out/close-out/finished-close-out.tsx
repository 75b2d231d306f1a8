import { closeOutApi, type CloseOut } from '@pos/contract/close-out/close-out';
import { getAmountDue, type ReturnsSummary } from '@pos/contract/close-out/close-out-snapshot';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatChange, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconArrowBackUp, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import * as reportsStyles from '#web/reports/reports/reports.module.css';
import '#web/reports/reports/print.css';
import { ReportPaper } from '#web/reports/reports/result/report-paper.tsx';
import { SalesSummary } from '#web/reports/reports/result/sales-summary/sales-summary.tsx';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { AttentionList } from '#web/ui/layout/attention-list.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card, KeyNumbers } from '#web/ui/layout/card.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { SendStatement } from './send-statement.tsx';
import {
  dueLabel,
  dueWords,
  openPoints,
  PROFIT_IN,
  profitWords,
  soldDays,
  withOpenWays,
} from './close-out-words.ts';
import { EveningTable } from './cash-counts/evening-table.tsx';
import { returnNumbers } from './wizard/returns-step.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import * as cardStyles from '#web/ui/layout/card.module.css';
import * as styles from './close-out.module.css';

const RevertDialog = asidePart(() => import('./revert-dialog.tsx'), 'RevertDialog');

type Standing = NonNullable<CloseOut['standing']>;

type FinishedCloseOutProps = { fair: FairDetails; closeOut: CloseOut; standing: Standing };

/** Frozen close-out of a fair, to read and print. */
export function FinishedCloseOut({ fair, closeOut, standing }: FinishedCloseOutProps) {
  const { opened: isReverting, open: setIsReverting, close } = useOpened<true>();
  const open = withOpenWays(openPoints(closeOut), useRights());
  return (
    <>
      {open.length > 0 && (
        <Card title="Still open" count={open.length} rows>
          <AttentionList items={open} />
        </Card>
      )}
      <section
        className={`${cardStyles.card} ${reportsStyles.report} ${styles.frozen}`}
        data-part="report"
        aria-labelledby="frozen-title"
      >
        <ReportPaper report={standing.summary} title={`Close-out v${standing.number}`} />
        <FrozenHead
          fair={fair}
          coordinator={closeOut.coordinator}
          standing={standing}
          revert={() => setIsReverting(true)}
        />
        <SalesSummary report={standing.summary} />
        <AfterAdjustment standing={standing} />
        <div className={styles.frozenPart}>
          <h3>Returns</h3>
          <KeyNumbers bare numbers={returnNumbers(standing.returns)} />
          <CountedSince now={closeOut.returns} frozen={standing.returns} />
        </div>
        {standing.cashCounts.length > 0 && (
          // On the screen, the card below has them with what was expected.
          <div className={`${styles.frozenPart} ${styles.onPaper}`}>
            <h3>Counted in the evenings</h3>
            <EveningTable counts={standing.cashCounts} />
          </div>
        )}
      </section>
      {isReverting && <RevertDialog fair={fair} standing={standing} onClose={close} />}
    </>
  );
}

/** Amount due after a fee or credit, which is of the close-out and in no report (domain 8.8). */
function AfterAdjustment({ standing }: { standing: Standing }) {
  const { adjustment } = standing;
  if (!adjustment) return null;
  const dueCents = getAmountDue(standing);
  const isFee = adjustment.amountCents > 0;
  return (
    <div className={styles.frozenPart}>
      <h3>After the {isFee ? 'fee' : 'credit'}</h3>
      <KeyNumbers
        bare
        numbers={[
          {
            label: isFee ? 'Fee' : 'Credit',
            value: formatCents(adjustment.amountCents),
            detail: adjustment.reason,
          },
          {
            label: dueLabel(dueCents),
            value: formatCents(Math.abs(dueCents)),
          },
        ]}
      />
    </div>
  );
}

/** Titles of the return counted since the close-out, which does not contain them. */
function CountedSince({ now, frozen }: { now: ReturnsSummary; frozen: ReturnsSummary }) {
  const titles = now.countedTitles - frozen.countedTitles;
  if (titles <= 0) return null;
  const units = now.countedUnits - frozen.countedUnits;
  const variance = now.varianceUnits - frozen.varianceUnits;
  const valueCents = now.varianceValueCents - frozen.varianceValueCents;
  return (
    <p className="subdued">
      Counted since the close-out: {pluralize(titles, 'title')}, {pluralize(units, 'unit')}
      {variance !== 0 &&
        `, variance ${formatChange(variance)} (${formatCents(valueCents)} at retail)`}
      . The fair return report includes them.
    </p>
  );
}

type FrozenHeadProps = {
  fair: FairDetails;
  coordinator: CloseOut['coordinator'];
  standing: Standing;
  revert: () => void;
};

/** State, signers and settlement, then the actions. */
function FrozenHead({ fair, coordinator, standing, revert }: FrozenHeadProps) {
  const {
    number,
    finishedAt,
    finishedBy,
    secondPerson,
    overShortReason,
    profitOption,
    profitCents,
    profitRatePpm,
    summary: { totals },
  } = standing;
  const eligibleNetCents = totals.settlement?.eligibleNetCents ?? 0;
  const title = useRef<HTMLHeadingElement>(null);
  // The wizard that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={reportsStyles.head}>
      <div className={reportsStyles.main}>
        <div className="row wrapping">
          <h2 id="frozen-title" className="section-heading" tabIndex={-1} ref={title}>
            Close-out v{number}
          </h2>
          <StatusPill status={{ label: 'Finished', meaning: 'ok' }} />
        </div>
        <p className={`subdued ${reportsStyles.sub}`}>
          {fair.schoolName}, {fair.identifier},{' '}
          {soldDays(standing.summary.range, fair.timeZone, finishedAt)}. Finished by {finishedBy}
          {secondPerson && ` with ${secondPerson}`} on {formatInstant(finishedAt, fair.timeZone)}{' '}
          {zoneName(fair.timeZone)}.
        </p>
        <p className={`subdued ${reportsStyles.sub}`}>
          Profit in {PROFIT_IN[profitOption]}: {formatCents(profitCents)},{' '}
          {profitWords(totals, { eligibleNetCents, profitRatePpm })}.
          {overShortReason && ` Over or short: ${overShortReason}`}
        </p>
        <p className={`subdued ${reportsStyles.sub}`}>{dueWords(standing)}</p>
      </div>
      <div className={reportsStyles.actions}>
        <SendStatement coordinator={coordinator} fairId={fair.id} schoolId={fair.schoolId} />
        <Button size="sm" onClick={() => window.print()}>
          <IconPrinter size={16} aria-hidden /> Print
        </Button>
        <Allowed to={closeOutApi.finishOrRevert}>
          <Button size="sm" variant="danger" onClick={revert}>
            <IconArrowBackUp size={16} aria-hidden /> Revert…
          </Button>
        </Allowed>
      </div>
    </div>
  );
}
