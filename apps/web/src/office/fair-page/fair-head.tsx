import type { FairDetails } from '@pos/contract/fairs/fairs';
import { zoneName } from '@pos/contract/values/clock';
import { formatDayRange } from '@pos/contract/values/days';
import {
  IconCalendarEvent,
  IconExternalLink,
  IconMapPin,
  IconRestore,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import type { FairTab } from '#web/fairs/fairs/fair-paths.ts';
import { fairStatusOn } from '#web/fairs/fairs/fair-status.ts';
import { CLOSED_OUT } from '#web/fairs/fairs/fairs.data.ts';
import { ACTIVATE, useFairActions } from '#web/fairs/fairs/use-fair-actions.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { useHeadActions, type HeadAction } from './use-head-actions.ts';
import * as styles from './fair-details.module.css';

const DaySheetDialog = asidePart(() => import('./day-sheet-dialog.tsx'), 'DaySheetDialog');
const ResetDialog = asidePart(() => import('./reset-dialog.tsx'), 'ResetDialog');

/** Head of a fair: name, state, facts, at most two buttons, and a menu with the other actions. */
export function FairHead({ fair, tab }: { fair: FairDetails; tab: FairTab }) {
  const { opened: isSheetOpen, open: setIsSheetOpen, close } = useOpened<true>();
  const { leading, others, hasNext } = useHeadActions(fair, tab, () => setIsSheetOpen(true));
  const more = useMore(fair);
  const activate = more.actions.find(({ label }) => label === ACTIVATE && !hasNext);
  const hidden = [...others, ...publicPage(fair), ...more.actions].filter(
    (action) => action !== activate,
  );
  return (
    <>
      <PageHead
        title={fair.name}
        crumbs={[
          { label: 'Fairs', to: listAddress(pathTo('fairs')) },
          { label: fair.identifier, mono: true },
        ]}
        actions={
          (leading.length > 0 || hidden.length > 0) && (
            <>
              {leading.map((action, index) => (
                <LeadingButton
                  key={action.label}
                  action={action}
                  isNext={hasNext && index === leading.length - 1}
                />
              ))}
              {activate && <LeadingButton action={activate} isNext />}
              <ActionMenu look="page" label="More actions" actions={hidden} />
            </>
          )
        }
      />
      <div className={styles.fairFacts} data-part="fair-facts" data-tab={tab}>
        <StatusPill status={fairStatusOn(fair, fair.today)} />
        <span className="numeric">
          <IconCalendarEvent size={16} stroke={1.75} aria-hidden />{' '}
          {formatDayRange(fair.startDate, fair.endDate)}, {zoneName(fair.timeZone)}
        </span>
        <span>
          <IconMapPin size={16} stroke={1.75} aria-hidden /> {fair.address}
        </span>
        <span>
          <IconUser size={16} stroke={1.75} aria-hidden />{' '}
          <span data-private>{fair.adminName}</span>
        </span>
      </div>
      {more.dialog}
      {isSheetOpen && <DaySheetDialog fair={fair} onClose={close} />}
    </>
  );
}

type LeadingAction = RowAction & Pick<HeadAction, 'busy'>;

function LeadingButton({ action, isNext }: { action: LeadingAction; isNext: boolean }) {
  const { label, icon: ActionIcon, busy } = action;
  const variant = isNext ? 'primary' : 'secondary';
  const content = (
    <>
      {ActionIcon && <ActionIcon size={16} stroke={1.75} aria-hidden />} {label}
    </>
  );
  return 'to' in action ? (
    <ButtonLink to={action.to} variant={variant}>
      {content}
    </ButtonLink>
  ) : (
    <Button variant={variant} busy={busy} onClick={action.run}>
      {content}
    </Button>
  );
}

/** Link to the public page, if it is published. */
function publicPage({ published, status, schoolIdentifier, identifier }: FairDetails): RowAction[] {
  if (!published || status === 'inactive') return [];
  const address = `/customized-fair/${encodeURIComponent(schoolIdentifier)}/${encodeURIComponent(identifier)}`;
  return [
    {
      label: 'Public page',
      icon: IconExternalLink,
      run: () => window.open(address, '_blank', 'noopener'),
    },
  ];
}

/** Rarely used actions that ask first. */
function useMore(fair: FairDetails) {
  const navigate = useNavigate();
  const rights = useRights();
  const { opened: isResetting, open: setIsResetting, close } = useOpened<true>();
  const { getActions, dialog } = useFairActions(() => void navigate({ href: pathTo('fairs') }));
  const blocked =
    fair.closeOutState === 'finished'
      ? CLOSED_OUT
      : fair.phase !== 'upcoming' && !rights.isSuper
        ? 'Once the fair has started, only a SUPER_ADMIN may'
        : undefined;
  const reset: RowAction = {
    label: 'Reset…',
    icon: IconRestore,
    danger: true,
    ...(blocked && { blocked }),
    run: () => setIsResetting(true),
  };
  const actions = getActions(fair);
  return {
    actions: actions.length > 0 ? [...actions.slice(0, -1), reset, ...actions.slice(-1)] : [],
    dialog: (
      <>
        {dialog}
        {isResetting && <ResetDialog fair={fair} onClose={close} />}
      </>
    ),
  };
}
