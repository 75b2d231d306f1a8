import type { CloseOut } from '@pos/contract/close-out/close-out';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatDayRange } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { IconDoorExit, IconFileText } from '@tabler/icons-react';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { useIsWritten } from '#web/ui/form/use-draft.ts';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { soldDays } from '../close-out-words.ts';
import { ProvisionalStatement } from '../provisional-statement.tsx';
import { useStatement } from '../use-statement.ts';
import type { useWizardForm } from './use-wizard-form.ts';

type WizardHeadProps = {
  fair: FairDetails;
  closeOut: CloseOut;
  isDirty: boolean;
  keeper: ReturnType<typeof useWizardForm>['draft']['keeper'];
};

/** Head of the page that closes out a fair, with the way back to the fair. */
export function WizardHead({ fair, closeOut, isDirty, keeper }: WizardHeadProps) {
  const isWritten = useIsWritten(keeper);
  const { range, totals } = closeOut;
  const isPhone = useIsPhone();
  const leave = {
    label: isDirty ? 'Save and leave' : 'Leave',
    to: fairPath(fair.id, 'overview'),
  };
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
            {!isPhone && (
              <span>
                {pluralize(totals.orders, 'order', 'orders')}, {formatCents(totals.totalCents)},
                sold {soldDays(range, fair.timeZone)}
              </span>
            )}
            {isDirty && <span>{isWritten ? 'Draft saved in this browser' : 'Saving draft…'}</span>}
          </>
        }
        actions={
          isPhone ? (
            <HeadMenu fairId={fair.id} leave={leave} />
          ) : (
            <>
              <ProvisionalStatement fairId={fair.id} />
              <ButtonLink to={leave.to}>{leave.label}</ButtonLink>
            </>
          )
        }
      />
      <RevertedNotice closeOut={closeOut} timeZone={fair.timeZone} />
    </>
  );
}

/** Statement and the way out as a menu, so that a step begins near the top of a phone. */
function HeadMenu({ fairId, leave }: { fairId: string; leave: { label: string; to: string } }) {
  const { download } = useStatement(fairId);
  return (
    <ActionMenu
      look="page"
      label="More actions"
      actions={[
        { label: 'Provisional statement', icon: IconFileText, run: () => void download() },
        { ...leave, icon: IconDoorExit },
      ]}
    />
  );
}

type RevertedNoticeProps = { closeOut: CloseOut; timeZone: string };

/** Explains why a closed-out fair is open again. */
export function RevertedNotice({
  closeOut: {
    versions: [last],
  },
  timeZone,
}: RevertedNoticeProps) {
  if (!last?.reverted) return null;
  const { at, by, reason } = last.reverted;
  return (
    <Notice kind="warn">
      Close-out v{last.number} was reverted by {by} on {formatInstant(at, timeZone)}{' '}
      {zoneName(timeZone)}: {reason}
    </Notice>
  );
}
