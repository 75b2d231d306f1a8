import { daySheetsApi } from '@pos/contract/day-sheets';
import { fairsApi, type FairDetails } from '@pos/contract/fairs';
import { uploadsApi } from '@pos/contract/uploads';
import { allows } from '@pos/contract/permissions';
import { reportsApi } from '@pos/contract/reports';
import { zoneName } from '@pos/contract/values/clock';
import { formatDayRange } from '@pos/contract/values/days';
import {
  IconCalendarEvent,
  IconExternalLink,
  IconFileText,
  IconMapPin,
  IconPencil,
  IconReportAnalytics,
  IconRestore,
  IconUpload,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { listAddress } from '#web/lib/list-address.ts';
import { pathTo } from '#web/lib/paths.ts';
import { useRights } from '#web/lib/session.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ActionMenu } from '#web/ui/menu.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RECORD_STATUS } from '#web/ui/record-status.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { uploadPath } from '#web/features/fairs/fair-paths.ts';
import { closeOutStatus, phaseStatus } from '#web/features/fairs/fair-status.ts';
import { CLOSED_OUT } from '#web/features/fairs/fairs.data.ts';
import { useFairActions } from '#web/features/fairs/use-fair-actions.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import * as styles from './fair-details.module.css';

const DaySheetDialog = lazyPart(
  async () => (await import('./day-sheet-dialog.tsx')).DaySheetDialog,
);
const ResetDialog = lazyPart(async () => (await import('./reset-dialog.tsx')).ResetDialog);

/** Head of a fair: name, phase, facts and actions. */
export function FairHead({ fair }: { fair: FairDetails }) {
  const isPhone = useIsPhone();
  const actions = useWays(fair);
  const more = useMore(fair);
  const closeOut = closeOutStatus(fair);
  const hasSheet = allows(daySheetsApi.get.access, useRights()) && fair.phase !== 'upcoming';
  const { opened: isSheetOpen, open: setIsSheetOpen, close } = useOpened<true>();
  // On a phone, Edit stays visible and the other actions move into the menu.
  const edits = actions.filter(({ label }) => label === 'Edit');
  const shown = isPhone ? edits : actions;
  const hidden = [
    ...(isPhone ? actions.filter(({ label }) => label !== 'Edit') : []),
    ...publicPage(fair),
    ...more.actions,
  ];
  return (
    <>
      <PageHead
        title={fair.name}
        crumbs={[
          { label: 'Fairs', to: listAddress(pathTo('fairs')) },
          { label: fair.identifier, mono: true },
        ]}
        actions={
          (actions.length > 0 || hidden.length > 0 || hasSheet) && (
            <>
              {hasSheet && (
                <Button onClick={() => setIsSheetOpen(true)}>
                  <IconFileText size={16} stroke={1.75} aria-hidden /> Today's sheet
                </Button>
              )}
              {shown.map(({ label, to, icon: ActionIcon }) => (
                <ButtonLink key={label} to={to}>
                  <ActionIcon size={16} stroke={1.75} aria-hidden /> {label}
                </ButtonLink>
              ))}
              {hidden.length > 0 && (
                <ActionMenu look="page" label="More actions" actions={hidden} />
              )}
            </>
          )
        }
      />
      <div className={styles.fairFacts} data-part="fair-facts">
        <span>
          <StatusPill status={phaseStatus(fair, fair.today)} />
          <StatusPill
            status={{ ...closeOut, label: `Close-out ${closeOut.label.toLowerCase()}` }}
          />
          {fair.status === 'inactive' && <StatusPill status={RECORD_STATUS.inactive} />}
        </span>
        <span className="numeric">
          <IconCalendarEvent size={16} stroke={1.75} aria-hidden />{' '}
          {formatDayRange(fair.startDate, fair.endDate)}, {zoneName(fair.timeZone)}
        </span>
        <span>
          <IconMapPin size={16} stroke={1.75} aria-hidden /> {fair.address}
        </span>
        <span>
          <IconUser size={16} stroke={1.75} aria-hidden /> {fair.adminName}
        </span>
      </div>
      {more.dialog}
      {isSheetOpen && (
        <Suspense>
          <DaySheetDialog fair={fair} onClose={close} />
        </Suspense>
      )}
    </>
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
  const { actionsOf, dialog } = useFairActions(() => void navigate({ href: pathTo('fairs') }));
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
  const actions = actionsOf(fair);
  return {
    actions: actions.length > 0 ? [...actions.slice(0, -1), reset, ...actions.slice(-1)] : [],
    dialog: (
      <>
        {dialog}
        {isResetting && (
          <Suspense>
            <ResetDialog fair={fair} onClose={close} />
          </Suspense>
        )}
      </>
    ),
  };
}

type HeadAction = RowAction & { to: string; icon: typeof IconPencil };

/** Links from a fair that the rights open; Edit is last. */
function useWays(fair: FairDetails): HeadAction[] {
  const rights = useRights();
  const { id, schoolIdentifier, identifier, startDate, endDate } = fair;
  const isOpen = fair.closeOutState === 'open';
  const report = {
    reportType: 'SALES_SUMMARY',
    schoolIdentifier,
    fairIdentifier: identifier,
    startDate,
    endDate,
  };
  return [
    ...(allows(reportsApi.run.access, rights)
      ? [{ label: 'Sales summary', icon: IconReportAnalytics, to: pathTo('reports', {}, report) }]
      : []),
    ...(isOpen && allows(uploadsApi.bulkUpload.access, rights)
      ? [{ label: 'Upload inventory', icon: IconUpload, to: uploadPath(id) }]
      : []),
    ...(isOpen && allows(fairsApi.update.access, rights)
      ? [{ label: 'Edit', icon: IconPencil, to: pathTo('edit-fair', { id }) }]
      : []),
  ];
}
