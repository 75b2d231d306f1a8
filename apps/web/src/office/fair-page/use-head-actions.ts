import { closeOutApi } from '@pos/contract/close-out/close-out';
import { daySheetsApi } from '@pos/contract/close-out/day-sheets';
import { fairsApi, type FairDetails } from '@pos/contract/fairs/fairs';
import { allows, type Rights } from '@pos/contract/permissions';
import { reportsApi } from '@pos/contract/reports/reports';
import { uploadsApi } from '@pos/contract/imports/uploads';
import {
  IconArrowRight,
  IconFileText,
  IconLock,
  IconPencil,
  IconReportAnalytics,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import { useStatement } from '#web/close-out/close-out/use-statement.ts';
import { fairPath, uploadPath, type FairTab } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { fairLayout, type FairLayout } from './fair-layout.ts';
import { nextStep } from './readiness-steps.ts';

/** Action of the head: a button while it leads, otherwise an item of the menu. */
export type HeadAction = RowAction & { icon: Icon; busy?: string | false };

type ActionName = 'next' | 'edit' | 'sheet' | 'summary' | 'closeOut' | 'statement' | 'upload';
type Actions = Partial<Record<ActionName, HeadAction>>;

/** Leading actions of each layout, at most two; the last is the next step, which stands out. */
const LEADING: Record<FairLayout, readonly ActionName[]> = {
  upcoming: ['edit', 'next'],
  live: ['edit', 'sheet'],
  ended: ['summary', 'closeOut'],
  closed: ['summary', 'statement'],
};

/** Actions of a fair by layout: those that lead, with the next step last, and the others. */
export function useHeadActions(
  fair: FairDetails,
  tab: FairTab,
  openSheet: () => void,
): { leading: HeadAction[]; others: HeadAction[]; hasNext: boolean } {
  const rights = useRights();
  const { busy, download } = useStatement(fair.id);
  const layout = fairLayout(fair);
  const all: Actions = {
    ...linksFrom(fair, rights),
    ...(layout === 'upcoming' && fair.status === 'active' && toNextStep(fair, rights)),
    ...(layout === 'ended' && tab !== 'close-out' && toCloseOut(fair, rights)),
    ...(layout !== 'upcoming' &&
      allows(daySheetsApi.get.access, rights) && {
        sheet: {
          label: layout === 'live' ? "Today's sheet" : 'Day sheet',
          icon: IconFileText,
          run: openSheet,
        },
      }),
    ...(layout === 'closed' &&
      allows(closeOutApi.statement.access, rights) && {
        statement: { label: 'Statement', icon: IconFileText, busy, run: () => void download() },
      }),
  };
  const names = LEADING[layout].filter((name) => all[name] !== undefined);
  // Both would open the form of the fair.
  const led = isSameWay(all.next, all.edit) ? names.filter((name) => name !== 'edit') : names;
  const leading = led.flatMap((name) => all[name] ?? []);
  return {
    leading,
    others: Object.values(all).filter(
      (action) => !leading.some((shown) => shown === action || isSameWay(shown, action)),
    ),
    hasNext: led.length > 0 && led.at(-1) === LEADING[layout].at(-1),
  };
}

/** Links that the rights open; closed-out fairs are neither edited nor stocked. */
function linksFrom(fair: FairDetails, rights: Rights): Actions {
  const { id, schoolIdentifier, identifier, startDate, endDate } = fair;
  const isOpen = fair.closeOutState === 'open';
  const report = {
    reportType: 'SALES_SUMMARY',
    schoolIdentifier,
    fairIdentifier: identifier,
    startDate,
    endDate,
    wholeFair: true,
  };
  return {
    ...(allows(reportsApi.run.access, rights) && {
      summary: {
        label: 'Sales summary',
        icon: IconReportAnalytics,
        to: pathTo('reports', {}, report),
      },
    }),
    ...(isOpen &&
      allows(uploadsApi.bulkUpload.access, rights) && {
        upload: { label: 'Upload inventory', icon: IconUpload, to: uploadPath(id) },
      }),
    ...(isOpen &&
      allows(fairsApi.update.access, rights) && {
        edit: { label: 'Edit', icon: IconPencil, to: pathTo('edit-fair', { id }) },
      }),
  };
}

function toNextStep(fair: FairDetails, rights: Rights): Actions {
  const step = nextStep(fair, rights);
  return step ? { next: { label: step.label, icon: IconArrowRight, to: step.to } } : {};
}

function toCloseOut({ id }: FairDetails, rights: Rights): Actions {
  return allows(closeOutApi.finishOrRevert.access, rights)
    ? { closeOut: { label: 'Close out', icon: IconLock, to: fairPath(id, 'close-out') } }
    : {};
}

function isSameWay(one: HeadAction | undefined, other: HeadAction | undefined): boolean {
  return (
    one !== undefined && other !== undefined && 'to' in one && 'to' in other && one.to === other.to
  );
}
