import { deskTopUpsApi, REVERSAL_WORDS, type OfficeDay } from '@pos/contract/students/desk-top-ups';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { PAYOUT_REVERSAL_WORDS } from '@pos/contract/students/payout-methods';
import { formatInstant, today } from '@pos/contract/values/clock';
import { addDays, formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Facts } from '#web/ui/layout/card.tsx';
import { DayStep } from '#web/ui/buttons/day-step.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { DelayedSkeleton, Notice, Unloaded } from '#web/ui/messages/notice.tsx';
import { PrintButton } from '#web/ui/files/print.tsx';
import { officeDay } from './payments.data.ts';
import * as styles from './payments.module.css';
import { pluralize } from '@pos/contract/values/counts';

type Fact = readonly [label: string, value: ReactNode];
type Totals = OfficeDay['totals'];

/** Money of an office day that was taken, handed back, paid out and brought back. */
function takenFacts({ methods, totals }: OfficeDay): Fact[] {
  const { paidOutCashCents, cashBackCents } = totals;
  return [
    ...methods.map(({ method, topUps, amountCents }): Fact => [
      PAYMENT_METHODS[method],
      `${formatCents(amountCents)} in ${pluralize(topUps, 'top-up', 'top-ups')}`,
    ]),
    ...methods
      .filter(({ mistakenCents }) => mistakenCents > 0)
      .map(({ method, mistakenCents }): Fact => [
        `${PAYMENT_METHODS[method]} handed back`,
        formatCents(-mistakenCents),
      ]),
    ...factIf(paidOutCashCents > 0, ['Cash paid out', formatCents(-paidOutCashCents)]),
    ...factIf(cashBackCents > 0, ['Cash of reversed payouts', formatCents(cashBackCents)]),
  ];
}

/** Money of an office day to deposit, and the checks that are not among it. */
function depositFacts(totals: Totals): Fact[] {
  const { writtenChecks, voidedChecks, returnedCents, uncollectedCents } = totals;
  return [
    ['Cash to deposit', <b key="cash">{formatCents(totals.expectedCashCents)}</b>],
    [
      'Checks to deposit',
      <span key="checks">
        <b>{formatCents(totals.expectedChecksCents)}</b> in {checks(totals.expectedChecks)}
      </span>,
    ],
    ...factIf(writtenChecks > 0, [
      'Checks written',
      `${formatCents(totals.writtenChecksCents)} in ${checks(writtenChecks)}, not to deposit`,
    ]),
    ...factIf(voidedChecks > 0, [
      'Checks voided',
      `${formatCents(totals.voidedChecksCents)} in ${checks(voidedChecks)}, not to deposit`,
    ]),
    ...factIf(returnedCents > 0, [
      'Returned or disputed',
      `${formatCents(returnedCents)}, ${formatCents(uncollectedCents)} of it uncollected`,
    ]),
  ];
}

const factIf = (isShown: boolean, fact: Fact): Fact[] => (isShown ? [fact] : []);
const checks = (count: number) => pluralize(count, 'check', 'checks');

/** Desk top-ups and payouts of one office day with the money to deposit, to look at and to print. */
export function OfficeDayDialog({ onClose }: { onClose: () => void }) {
  const [day, setDay] = useState<string>();
  const { data: sheet, error, refetch } = useQuery(officeDay(day));
  const now = sheet && today(sheet.timeZone);
  const shown = day ?? sheet?.businessDay;
  return (
    <Dialog
      title="Office eWallet receipts"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <PrintButton
            variant="primary"
            disabled={!sheet}
            what="The sheet"
            label="Print sheet"
            fetch={(give) =>
              give(deskTopUpsApi.officeDay, {
                query: { format: 'pdf', ...(shown && { businessDay: shown }) },
              })
            }
          />
        </>
      }
    >
      <div className="stack">
        <p className="subdued">
          Money that the office took in and paid out for eWallets on one day, and what of it to
          deposit. Sales of fairs are not in it.
        </p>
        {shown && (
          <DayStep
            day={shown}
            previous={addDays(shown, -1)}
            next={now && shown < now ? addDays(shown, 1) : undefined}
            today={now}
            onChange={setDay}
          />
        )}
        {sheet ? (
          <Figures sheet={sheet} />
        ) : (
          <Unloaded what="The sheet" error={error} retry={refetch}>
            <DelayedSkeleton height={180} />
          </Unloaded>
        )}
      </div>
    </Dialog>
  );
}

function Figures({ sheet }: { sheet: OfficeDay }) {
  const { totals, topUps, reversals, payouts, payoutReversals } = sheet;
  const { generatedAt, timeZone, newestDay } = sheet;
  return (
    <>
      <Facts facts={[...takenFacts(sheet), ...depositFacts(sheet.totals)]} />
      {totals.expectedCashCents < 0 && (
        <Notice kind="info">
          More was paid out in cash than taken. The difference came from other money of the office.
        </Notice>
      )}
      {topUps.length + reversals.length + payouts.length + payoutReversals.length === 0 && (
        <p className="caption">
          No top-ups or payouts on this day.
          {newestDay &&
            newestDay !== sheet.businessDay &&
            ` The latest are of ${formatDay(newestDay)}.`}
        </p>
      )}
      <Lines
        lines={topUps.map((line) => ({
          ...line,
          receipt: `Receipt ${line.receiptNumber}`,
          text: PAYMENT_METHODS[line.method],
        }))}
        label="Top-ups of this day"
      />
      <Lines
        lines={reversals.map((line) => ({
          ...line,
          amountCents: -line.amountCents,
          receipt: `Receipt ${line.receiptNumber}`,
          text: REVERSAL_WORDS[line.reason],
        }))}
        label="Reversed on this day"
      />
      <Lines
        lines={payouts.map((line) => ({
          ...line,
          amountCents: -line.amountCents,
          receipt: `Payout ${line.payoutNumber}`,
          text: PAYMENT_METHODS[line.method],
        }))}
        label="Leftover money paid out"
      />
      <Lines
        lines={payoutReversals.map((line) => ({
          ...line,
          receipt: `Payout ${line.payoutNumber}`,
          text: `${PAYMENT_METHODS[line.method]}, ${PAYOUT_REVERSAL_WORDS[line.reason].toLowerCase()}`,
        }))}
        label="Payouts reversed on this day"
      />
      <p className="caption">Figures as of {formatInstant(generatedAt, timeZone)}</p>
    </>
  );
}

type Line = Omit<OfficeDay['payouts'][number], 'payoutId' | 'payoutNumber' | 'method'> & {
  receipt: string;
  text: string;
};

function Lines({ lines, label }: { lines: readonly Line[]; label: string }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={label} className="stack">
      <h3>{label}</h3>
      <ul className={`${styles.officeLines} small`}>
        {lines.map((line) => (
          <li key={line.receipt}>
            <span>
              {line.text} {line.checkNumber && `No. ${line.checkNumber}`}
            </span>
            <b className="numeric">{formatCents(line.amountCents)}</b>
            <span className="caption">
              {line.receipt}, <span data-private>{line.studentName}</span> {line.studentNumber},{' '}
              {line.schoolName}, {line.staff}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
