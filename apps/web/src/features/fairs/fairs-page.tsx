import { fairsApi, FairsQuery, type Fair, type FairPhase } from '@pos/contract/fairs';
import { allows } from '@pos/contract/permissions';
import { IconCalendarEvent, IconEdit, IconPlus, IconUpload } from '@tabler/icons-react';
import { adminChoices } from '#web/features/admins/admins.data.ts';
import { schoolChoices } from '#web/features/schools/schools.data.ts';
import { pathTo } from '#web/lib/paths.ts';
import { useSearchState } from '#web/lib/search-state.ts';
import { Allowed, useRights } from '#web/lib/session.tsx';
import { useViewCounts } from '#web/lib/view-counts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RECORD_STATUS_CHOICES } from '#web/ui/record-status.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Filter, RowAction } from '#web/ui/table/description.ts';
import { FAIR_COLUMNS } from './fair-columns.tsx';
import { uploadPath } from './fair-paths.ts';
import { nextDays, PACKAGE_CHOICES, PHASE_LABELS } from './fair-status.ts';
import { fairsList } from './fairs.data.ts';
import './fairs.css';

const FILTERS: readonly Filter[] = [
  { kind: 'choice', key: 'phase', label: 'When', promoted: true, many: true, icon: IconCalendarEvent, choices: Object.entries(PHASE_LABELS).map(([value, label]) => ({ value, label })) },
  { kind: 'choice', key: 'status', label: 'Status', promoted: true, many: true, choices: RECORD_STATUS_CHOICES },
  { kind: 'record', key: 'adminId', label: 'Admin', promoted: true, ...adminChoices },
  { kind: 'record', key: 'schoolId', label: 'School', ...schoolChoices },
  { kind: 'choice', key: 'packageOption', label: 'Package', many: true, choices: PACKAGE_CHOICES },
  { kind: 'choice', key: 'closeOut', label: 'Close-out', choices: [{ value: 'open', label: 'Open' }, { value: 'finished', label: 'Finished' }] },
  { kind: 'days', from: 'from', to: 'to', label: 'Dates' },
];

function fairActions({ id }: Fair): RowAction[] {
  return [
    { label: 'Edit', icon: IconEdit, to: pathTo('edit-fair', { id }) },
    { label: 'Upload inventory', icon: IconUpload, to: uploadPath(id) },
  ];
}

type View = { label: string; query: { phase?: FairPhase[]; to?: string } };

/** The presets of the list, each a set of filters in the address. */
function fairViews(): View[] {
  return [
    { label: 'All', query: {} },
    { label: 'Live now', query: { phase: ['live'] } },
    { label: 'Next 30 days', query: { phase: ['upcoming'], to: nextDays(30).to } },
  ];
}

export function FairsPage() {
  const { query } = useSearchState(FairsQuery);
  const rights = useRights();
  const views = fairViews();
  const counts = useViewCounts(FairsQuery, fairsList, views.map((view) => view.query));
  const current = views.findLastIndex((view) => (view.query.phase ?? []).join() === (query.phase ?? []).join() && view.query.to === query.to && !query.from);
  const add = (
    <Allowed to={fairsApi.add}>
      <ButtonLink to={pathTo('add-fair')} variant="primary">
        <IconPlus size={16} stroke={2} aria-hidden /> Add fair
      </ButtonLink>
    </Allowed>
  );
  const mayEdit = allows(fairsApi.update.access, rights);
  return (
    <>
      <PageHead title="Fairs list" actions={counts[0] !== 0 && add} />
      <DataTable
        name="fairs"
        schema={FairsQuery}
        list={fairsList}
        columns={FAIR_COLUMNS}
        filters={FILTERS}
        searchHint="Fair, school, identifier"
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowLink={({ id }) => pathTo('fair-details', { id })}
        rowActions={mayEdit ? fairActions : undefined}
        views={views.map(({ label, query: filters }, index) => ({ label, to: pathTo('fairs', {}, filters), count: counts[index], current: index === Math.max(current, 0) }))}
        empty={{ title: 'Plan your first fair', text: 'Pick a school and dates. Inventory and devices can follow later.', icon: IconCalendarEvent, actions: add }}
      />
    </>
  );
}
