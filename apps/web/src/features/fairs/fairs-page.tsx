import { fairsApi, FairsQuery, type Fair, type FairPhase } from '@pos/contract/fairs';
import { uploadsApi } from '@pos/contract/uploads';
import { allows } from '@pos/contract/permissions';
import { reportsApi } from '@pos/contract/reports';
import {
  IconCalendarEvent,
  IconEdit,
  IconPlus,
  IconReportAnalytics,
  IconUpload,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { adminChoices } from '#web/features/admins/admins.data.ts';
import { useExport } from '#web/features/exports/use-export.tsx';
import { schoolChoices } from '#web/features/schools/schools.data.ts';
import { listAt } from '#web/lib/list.ts';
import { pathTo } from '#web/lib/paths.ts';
import { useSearchParams, useSearchState } from '#web/lib/search-state.ts';
import { Allowed, useRights } from '#web/lib/session.tsx';
import { useViewCounts } from '#web/lib/view-counts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageHead, Tabs } from '#web/ui/page-head.tsx';
import { RECORD_STATUS_CHOICES } from '#web/ui/record-status.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Filter, RowAction } from '#web/ui/table/description.ts';
import { FAIR_COLUMNS } from './fair-columns.tsx';
import { FAIRS_UPLOAD_PATH, uploadPath } from './fair-paths.ts';
import { nextDays, PACKAGE_CHOICES, PHASE_LABELS } from './fair-status.ts';
import { fairsList } from './fairs.data.ts';
import { useFairActions } from './use-fair-actions.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const FairsCalendar = lazyPart(
  async () => (await import('./calendar/fairs-calendar.tsx')).FairsCalendar,
);

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'phase',
    label: 'When',
    promoted: true,
    many: true,
    icon: IconCalendarEvent,
    choices: Object.entries(PHASE_LABELS).map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'choice',
    key: 'status',
    label: 'Status',
    promoted: true,
    many: true,
    choices: RECORD_STATUS_CHOICES,
  },
  { kind: 'record', key: 'adminId', label: 'Admin', promoted: true, ...adminChoices },
  { kind: 'record', key: 'schoolId', label: 'School', ...schoolChoices },
  { kind: 'choice', key: 'packageOption', label: 'Package', many: true, choices: PACKAGE_CHOICES },
  {
    kind: 'choice',
    key: 'closeOut',
    label: 'Close-out',
    choices: [
      { value: 'open', label: 'Open' },
      { value: 'finished', label: 'Finished' },
    ],
  },
  { kind: 'days', from: 'from', to: 'to', label: 'Dates' },
];

/** Items of a row's menu: open, links, then the actions. */
function rowActionsOf(
  { id, schoolIdentifier, identifier, startDate, endDate, closeOutState }: Fair,
  actions: readonly RowAction[],
  readsReports: boolean,
): RowAction[] {
  const report = {
    reportType: 'SALES_SUMMARY',
    schoolIdentifier,
    fairIdentifier: identifier,
    startDate,
    endDate,
  };
  return [
    ...(closeOutState === 'open'
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

type View = { label: string; query: { phase?: FairPhase[]; to?: string; closeOut?: 'open' } };

/** Presets of the list, each a set of filters in the address. */
function fairViews(): View[] {
  return [
    { label: 'All', query: {} },
    { label: 'Live now', query: { phase: ['live'] } },
    { label: 'Next 30 days', query: { phase: ['upcoming'], to: nextDays(30).to } },
    { label: 'Needs close-out', query: { phase: ['ended'], closeOut: 'open' } },
  ];
}

const queryOf = ({
  phase = [],
  to,
  closeOut,
}: Partial<Pick<FairsQuery, 'phase' | 'to' | 'closeOut'>>): string =>
  [phase.join(), to, closeOut].join(' ');

/** Fairs as a list or as a calendar. */
export function FairsPage() {
  const isCalendar = useSearchParams()['view'] === 'calendar';
  const rights = useRights();
  const add = (
    <>
      <Allowed to={uploadsApi.bulkUpload}>
        <ButtonLink to={FAIRS_UPLOAD_PATH}>
          <IconUpload size={16} stroke={1.75} aria-hidden /> Upload fairs
        </ButtonLink>
      </Allowed>
      <Allowed to={fairsApi.add}>
        <ButtonLink to={pathTo('add-fair')} variant="primary">
          <IconPlus size={16} stroke={2} aria-hidden /> Add fair
        </ButtonLink>
      </Allowed>
    </>
  );
  return (
    <>
      <PageHead title="Fairs list" actions={add} />
      <Tabs
        label="Ways to see the fairs"
        tabs={[
          { label: 'List', to: pathTo('fairs'), current: !isCalendar },
          { label: 'Calendar', to: pathTo('fairs', {}, { view: 'calendar' }), current: isCalendar },
        ]}
      />
      {isCalendar ? (
        <Suspense>
          <FairsCalendar />
        </Suspense>
      ) : (
        <FairsList
          mayEdit={allows(fairsApi.update.access, rights)}
          readsReports={allows(reportsApi.run.access, rights)}
        />
      )}
    </>
  );
}
FairsPage.firstRead = (params: Record<string, unknown>) =>
  params['view'] === 'calendar' ? undefined : listAt(FairsQuery, fairsList, params);

function FairsList({ mayEdit, readsReports }: { mayEdit: boolean; readsReports: boolean }) {
  const { query } = useSearchState(FairsQuery);
  const { actionsOf, dialog } = useFairActions();
  const { tool, dialog: exportDialog } = useExport('fairs');
  const views = fairViews();
  const counts = useViewCounts(
    FairsQuery,
    fairsList,
    views.map((view) => view.query),
  );
  const current = query.from
    ? 0
    : views.findLastIndex((view) => queryOf(view.query) === queryOf(query));
  return (
    <>
      <DataTable
        name="fairs"
        listKey="fairs"
        schema={FairsQuery}
        list={fairsList}
        columns={FAIR_COLUMNS}
        filters={FILTERS}
        tool={tool}
        searchHint="Fair, school, identifier"
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowLink={({ id }) => pathTo('fair-details', { id })}
        rowActions={
          mayEdit ? (fair) => rowActionsOf(fair, actionsOf(fair), readsReports) : undefined
        }
        views={views.map(({ label, query: filters }, index) => ({
          label,
          to: pathTo('fairs', {}, filters),
          count: counts[index],
          current: index === Math.max(current, 0),
        }))}
        empty={{
          title: 'Plan your first fair',
          text: 'Pick a school and dates. Inventory and devices can follow later.',
          icon: IconCalendarEvent,
        }}
      />
      {exportDialog}
      {dialog}
    </>
  );
}
