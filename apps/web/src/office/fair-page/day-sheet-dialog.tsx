import { CASH_LINES } from '@pos/contract/reports/sales-summary/cash-lines';
import { daySheetsApi, type DaySheet } from '@pos/contract/close-out/day-sheets';
import { SELLING_MARGIN_DAYS, type FairDetails } from '@pos/contract/fairs/fairs';
import { allows } from '@pos/contract/permissions';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { addDays, formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useSendsMail } from '#web/lib/api/mail-delivery.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { DayStep } from '#web/ui/buttons/day-step.tsx';
import { PrintButton } from '#web/ui/files/print.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx';
import { DelayedSkeleton, Notice, Unloaded } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { daySheet, useSendDaySheet } from '#web/fairs/fairs/fairs.data.ts';
import { HERE } from '#web/lib/input/time.ts';
import * as cardStyles from '#web/ui/layout/card.module.css';

/** One-page summary of a fair's day for its school, to print or to email to the coordinator. */
export function DaySheetDialog({ fair, onClose }: { fair: FairDetails; onClose: () => void }) {
  const days = getDays(fair);
  const [day, setDay] = useState(getFirstShown(fair, days));
  const { opened: isMailing, open: setIsMailing, close: closeMail } = useOpened<true>();
  const { data: sheet, error, refetch } = useQuery(daySheet(fair.id, day));
  const mayMail = allows(daySheetsApi.send.access, useRights());
  if (isMailing && sheet) return <MailSheet fair={fair} sheet={sheet} onClose={closeMail} />;
  const isAddressed = Boolean(sheet?.coordinator.email);
  return (
    <Dialog
      title={`${day === fair.today ? "Today's sheet" : 'Day sheet'}, ${fair.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {mayMail && isAddressed && (
            <Button onClick={() => setIsMailing(true)}>
              <IconMail size={16} aria-hidden /> Email…
            </Button>
          )}
          <PrintButton
            variant="primary"
            disabled={!sheet}
            what="The sheet"
            label="Print sheet"
            fetch={(give) =>
              give(daySheetsApi.get, {
                params: { id: fair.id },
                query: { businessDay: day, format: 'pdf' },
              })
            }
          />
        </>
      }
    >
      <div className="stack">
        <DayStep
          day={day}
          previous={days[days.indexOf(day) + 1]}
          next={days[days.indexOf(day) - 1]}
          today={fair.today}
          onChange={setDay}
        />
        {sheet ? (
          <Figures sheet={sheet} />
        ) : (
          <Unloaded what="The sheet" error={error} retry={refetch}>
            <DelayedSkeleton height={180} />
          </Unloaded>
        )}
        {mayMail && sheet && !isAddressed && (
          <Notice kind="info">{`${sheet.head.school.name} has no email address for its coordinator, so the sheet cannot be emailed. Add one to the school, or print the sheet.`}</Notice>
        )}
      </div>
    </Dialog>
  );
}

function Figures({ sheet: { head, sales, lastCopies, shipToSchool } }: { sheet: DaySheet }) {
  const { soldOutTitles, lastCopyTitles } = lastCopies.totals;
  const figures: [string, string][] = [
    [
      'Net sales',
      `${formatCents(sales.netCents)} of ${pluralize(sales.orders, 'order', 'orders')}`,
    ],
    ['Sales tax', formatCents(sales.taxCents)],
    ['Total', formatCents(sales.totalCents)],
    ...cashLines(sales),
    ['Cash to deposit', formatCents(sales.expectedCashDepositCents ?? 0)],
    ['Checks to deposit', formatCents(sales.expectedChecksCents ?? 0)],
    [
      'Last copies',
      `${pluralize(soldOutTitles, 'title', 'titles')} sold out, ${pluralize(lastCopyTitles, 'last copy', 'last copies')}`,
    ],
    [
      'Ship to school',
      `${pluralize(shipToSchool.totals.units, 'unit', 'units')} in ${pluralize(shipToSchool.totals.orders, 'order', 'orders')}`,
    ],
  ];
  return (
    <>
      <dl className={`${cardStyles.facts} numeric`}>
        {figures.map(([name, figure]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </Fragment>
        ))}
      </dl>
      {head.unsentDevices.length > 0 && (
        <Notice kind="warn">{`${pluralize(head.unsentDevices.length, 'register still has', 'registers still have')} orders not included in these figures.`}</Notice>
      )}
      <p className="caption">
        Figures as of {formatInstant(head.generatedAt, head.fairs[0]?.timeZone ?? HERE)}
      </p>
    </>
  );
}

/** Cash to deposit, line by line, if it is more than cash sales. */
function cashLines({ cashLines: lines }: DaySheet['sales']): [string, string][] {
  const shown = CASH_LINES.filter(({ name }) => lines !== null && lines[name] !== 0);
  if (!lines || shown.every(({ name }) => name === 'salesCents')) return [];
  return shown.map(({ name, label, sign }) => [label, formatCents(sign * lines[name])]);
}

type MailSheetProps = { fair: FairDetails; sheet: DaySheet; onClose: () => void };

/** Asks before emailing the sheet, naming the address. */
function MailSheet({ fair, sheet: { businessDay, coordinator }, onClose }: MailSheetProps) {
  const send = useSendDaySheet(fair.id);
  const sendsMail = useSendsMail();
  return (
    <ConfirmDialog
      title={`Email the sheet of ${formatDay(businessDay)}?`}
      confirmLabel="Send email"
      busyLabel="Sending…"
      confirm={async () => {
        await send.mutateAsync({ businessDay });
        if (sendsMail === false)
          toast.ok({
            title: 'Message saved',
            detail: `This server sends no email. The message to ${coordinator.email} was saved as a file on the server.`,
          });
        else toast.ok({ title: 'Sheet sent', detail: `To ${coordinator.email}.` });
      }}
      onClose={onClose}
    >
      <p>
        {sendsMail === false && 'This server sends no email and saves the message as a file. '}It
        goes to{' '}
        <span data-private>
          {coordinator.name ? `${coordinator.name}, ` : ''}
          <b>{coordinator.email}</b>
        </span>
        , with the printable page attached. It contains no student names.
      </p>
    </ConfirmDialog>
  );
}

/** Returns the latest day up to today; after the fair its latest with sales or refunds, or its last. */
function getFirstShown({ endDate, today, salesByDay }: FairDetails, days: string[]): string {
  if (today <= endDate) return days.find((day) => day <= today) ?? today;
  return (
    salesByDay
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? endDate
  );
}

/** Days on which registers can have sold, and all others with sales or refunds, latest first. */
function getDays({ startDate, endDate, today, salesByDay }: FairDetails): string[] {
  const days = new Set(salesByDay.map(({ day }) => day));
  const last = addDays(endDate, SELLING_MARGIN_DAYS);
  for (
    let day = addDays(startDate, -SELLING_MARGIN_DAYS);
    day <= last && day <= today;
    day = addDays(day, 1)
  )
    days.add(day);
  return [...days].toSorted().toReversed();
}
