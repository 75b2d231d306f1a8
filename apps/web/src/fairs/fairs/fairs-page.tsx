import { closeOutApi } from '@pos/contract/close-out/close-out';
import { DUE_STATES, FAIR_STATES, isDue, type FairState } from '@pos/contract/fairs/fair-state';
import { fairsApi, FairsQuery, type Fair } from '@pos/contract/fairs/fairs';
import { allows, seesSales } from '@pos/contract/permissions';
import { reportsApi } from '@pos/contract/reports/reports';
import { uploadsApi } from '@pos/contract/imports/uploads';
import {
  IconCalendarEvent,
  IconEdit,
  IconList,
  IconLock,
  IconPlus,
  IconReportAnalytics,
  IconTimeline,
  IconUpload,
  IconToggleLeft,
  IconToggleRight,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { listAt, rowsFirst } from '#web/lib/lists/list.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchParams, useSearchState } from '#web/lib/lists/search-state.ts';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { useViewTabs } from '#web/ui/table/views/view-tabs.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { asidePart, lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import * as segmentStyles from '#web/ui/buttons/segments.module.css';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/rows/use-bulk-dialog.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import type { BulkFairsProps } from './bulk-fairs.tsx';
import { COLUMNS_WITHOUT_SALES, FAIR_COLUMNS } from './fair-columns.tsx';
import { fairPath, FAIRS_UPLOAD_PATH, uploadPath } from './fair-paths.ts';
import { fairsList, salesByDay } from './fairs.data.ts';
import * as styles from './fairs.module.css';
import { SalesTrends } from './sales-trend.tsx';
import { salesTrends, type DayNet } from './sales-trends.ts';
import { useFairActions } from './use-fair-actions.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkFairs = lazyPart(() => import('./bulk-fairs.tsx'), 'BulkFairs');

const { access } = fairsApi.changeStatus;
const OFFERS: readonly BulkOffer<BulkFairsProps>[] = [
  { label: 'Activate', icon: IconToggleRight, access, ask: { status: 'active' } },
  { label: 'Deactivate', icon: IconToggleLeft, access, ask: { status: 'inactive' } },
];

/** Actions on several fairs at once, and the dialog that runs them. */
const useBulkFairs = () => useBulkDialog(BulkFairs, OFFERS);

const FairsCalendar = asidePart(() => import('./calendar/calendar-views.ts'), 'FairsCalendar');

const FairsTimeline = asidePart(() => import('./calendar/calendar-views.ts'), 'FairsTimeline');

type RowRights = { mayEdit: boolean; mayCloseOut: boolean; readsReports: boolean };

/** Items of a row's menu: the next step, links, then the actions. */
function getRowActions(
  fair: Fair,
  actions: readonly RowAction[],
  { mayEdit, mayCloseOut, readsReports }: RowRights,
): RowAction[] {
  const { id, schoolIdentifier, identifier, startDate, endDate, closeOutState } = fair;
  const report = {
    reportType: 'SALES_SUMMARY',
    schoolIdentifier,
    fairIdentifier: identifier,
    startDate,
    endDate,
    wholeFair: true,
  };
  return [
    ...(mayCloseOut && isDue(fair)
      ? [{ label: 'Close out', icon: IconLock, to: fairPath(id, 'close-out') }]
      : []),
    ...(mayEdit && closeOutState === 'open'
      ? [
          { label: 'Edit', icon: IconEdit, to: pathTo('edit-fair', { id }) },
          { label: 'Upload inventory', icon: IconUpload, to: uploadPath(id) },
        ]
      : []),
    ...(readsReports
      ? [{ label: 'Sales summary', icon: IconReportAnalytics, to: pathTo('reports', {}, report) }]
      : []),
    ...actions,
  ];
}

type View = { label: string; query: { state?: FairState[] }; waits?: true };

/** Presets of the list, each a group of states in the address. */
const VIEWS: readonly View[] = [
  { label: 'All', query: {} },
  { label: FAIR_STATES.to_close_out, query: { state: [...DUE_STATES] }, waits: true },
  { label: FAIR_STATES.live, query: { state: ['live'] } },
  { label: FAIR_STATES.upcoming, query: { state: ['upcoming'] } },
  { label: FAIR_STATES.closed_out, query: { state: ['closed_out'] } },
  { label: FAIR_STATES.inactive, query: { state: ['inactive'] } },
];

/** Ways to see the fairs, by the `view` of the address; the list has none. */
const WAYS = [
  { view: undefined, label: 'List', icon: IconList },
  { view: 'calendar', label: 'Calendar', icon: IconCalendarEvent },
  { view: 'timeline', label: 'Timeline', icon: IconTimeline },
] as const;
type Way = (typeof WAYS)[number]['view'];

function getWay(view: unknown): Way {
  return WAYS.find((way) => way.view === view)?.view;
}

/** Fairs from a file; on a phone a menu. */
function UploadFairs() {
  const isPhone = useIsPhone();
  const upload = { label: 'Upload fairs', icon: IconUpload, to: FAIRS_UPLOAD_PATH };
  return (
    <Allowed to={uploadsApi.bulkUpload}>
      {isPhone ? (
        <ActionMenu look="page" label="More actions" actions={[upload]} />
      ) : (
        <ButtonLink to={upload.to}>
          <IconUpload size={16} stroke={1.75} aria-hidden /> {upload.label}
        </ButtonLink>
      )}
    </Allowed>
  );
}

function AddFair() {
  return (
    <Allowed to={fairsApi.add}>
      <ButtonLink to={pathTo('add-fair')} variant="primary">
        <IconPlus size={16} stroke={2} aria-hidden /> Add fair
      </ButtonLink>
    </Allowed>
  );
}

/** Fairs as a list, a calendar or a timeline. */
export function FairsPage() {
  const way = getWay(useSearchParams()['view']);
  const rights = useRights();
  const actions = (
    <>
      <WaysToSee way={way} />
      <UploadFairs />
      <AddFair />
    </>
  );
  return (
    <>
      <PageHead title="Fairs" actions={actions} />
      {way ? (
        way === 'calendar' ? (
          <FairsCalendar />
        ) : (
          <FairsTimeline />
        )
      ) : (
        <FairsList
          rights={{
            mayEdit: allows(fairsApi.update.access, rights),
            mayCloseOut: allows(closeOutApi.finishOrRevert.access, rights),
            readsReports: allows(reportsApi.run.access, rights),
          }}
        />
      )}
    </>
  );
}
FairsPage.firstRead = (params: Record<string, unknown>) =>
  getWay(params['view']) ? undefined : listAt(FairsQuery, fairsList, params);

function WaysToSee({ way }: { way: Way }) {
  return (
    <nav className={`${segmentStyles.segments} ${styles.ways}`} aria-label="Ways to see the fairs">
      {WAYS.map(({ view, label, icon: WayIcon }) => (
        <Link
          key={label}
          to={pathTo('fairs', {}, { view })}
          {...(view === way && { 'aria-current': 'page' as const })}
        >
          <WayIcon size={16} stroke={1.75} aria-hidden /> {label}
        </Link>
      ))}
    </nav>
  );
}

function FairsList({ rights }: { rights: RowRights }) {
  const { query } = useSearchState(FairsQuery);
  const trends = useSalesTrends(query);
  const { getActions, dialog } = useFairActions();
  const { tool, chosen, dialog: exportDialog } = useExport('fairs');
  const { bulk, dialog: bulkDialog } = useBulkFairs();
  const views = useViewTabs(FairsQuery, fairsList, VIEWS, {
    shown: query,
    linkTo: (preset) => pathTo('fairs', {}, preset),
  });
  return (
    <SalesTrends value={trends}>
      <DataTable
        name="fairs"
        listKey="fairs"
        schema={FairsQuery}
        list={fairsList}
        columns={seesSales(useRights()) ? FAIR_COLUMNS : COLUMNS_WITHOUT_SALES}
        tool={tool}
        searchHint="Fair, school, identifier"
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowLink={({ id }) => pathTo('fair-details', { id })}
        bulk={(rows, done) => [...bulk(rows, done), ...chosen(query, rows)]}
        rowActions={
          Object.values(rights).some(Boolean)
            ? (fair) => getRowActions(fair, getActions(fair), rights)
            : undefined
        }
        views={views}
        empty={{
          title: 'Plan your first fair',
          text: 'One by hand, or many from a spreadsheet. Inventory and devices can follow later.',
          icon: IconCalendarEvent,
          actions: (
            <>
              <UploadFairs />
              <AddFair />
            </>
          ),
        }}
      />
      {exportDialog}
      {bulkDialog}
      {dialog}
    </SalesTrends>
  );
}

/** Net sales by day of the fairs that the list shows, loaded after its rows. */
function useSalesTrends(query: FairsQuery): ReadonlyMap<string, readonly DayNet[]> {
  // Reads what the list has loaded, and loads nothing itself.
  const { data: page } = useQuery({ ...rowsFirst(fairsList(query)), enabled: false });
  const fairs = page?.data.results ?? [];
  const { data: sales = [] } = useQuery(
    salesByDay(fairs.filter(({ netCents }) => netCents !== null)),
  );
  return salesTrends(fairs, sales);
}
