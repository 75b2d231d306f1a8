import type { CloseOut } from '@pos/contract/close-out';
import type { FairDetails } from '@pos/contract/fairs';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatDayRange } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { fairPath } from '#web/features/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { StatementButton } from './statement-button.tsx';

type WizardHeadProps = { fair: FairDetails; closeOut: CloseOut; isDirty: boolean };

/** Head of the page that closes out a fair, with the way back to the fair. */
export function WizardHead({ fair, closeOut, isDirty }: WizardHeadProps) {
  const { range, totals } = closeOut;
  return (
    <>
      <PageHead
        title="Close out the fair"
        crumbs={[
          { label: 'Fairs', to: pathTo('fairs') },
          { label: fair.name, to: fairPath(fair.id, 'overview') },
          { label: 'Close-out' },
        ]}
        sub={
          <>
            <span>{formatDayRange(fair.startDate, fair.endDate)}</span>
            <span>
              {pluralize(totals.orders, 'order', 'orders')}, {formatCents(totals.totalCents)}, sold{' '}
              {formatDayRange(range.startDate, range.endDate)}
            </span>
            {isDirty && <span>Draft saved in this browser</span>}
          </>
        }
        actions={
          <>
            <StatementButton fairId={fair.id} isProvisional size="md" />
            <ButtonLink to={fairPath(fair.id, 'overview')}>
              {isDirty ? 'Save and leave' : 'Leave'}
            </ButtonLink>
          </>
        }
      />
      <RevertedNotice closeOut={closeOut} timeZone={fair.timeZone} />
    </>
  );
}

/** Explains why a closed-out fair is open again. */
export function RevertedNotice({
  closeOut: {
    versions: [last],
  },
  timeZone,
}: {
  closeOut: CloseOut;
  timeZone: string;
}) {
  if (!last?.reverted) return null;
  const { at, by, reason } = last.reverted;
  return (
    <Notice kind="warn">
      Close-out v{last.number} was reverted by {by} on {formatInstant(at, timeZone)}{' '}
      {zoneName(timeZone)}: {reason}
    </Notice>
  );
}
