import { allows } from '@pos/contract/permissions';
import { schoolsApi, SchoolsQuery, type SchoolRow } from '@pos/contract/fairs/schools';
import { uploadsApi } from '@pos/contract/imports/uploads';
import { IconBuilding, IconEdit, IconPlus, IconUpload } from '@tabler/icons-react';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { listAt } from '#web/lib/lists/list.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { SCHOOL_COLUMNS } from './school-columns.tsx';
import { schoolsList } from './schools.data.ts';
import { useSchoolActions } from './use-school-actions.tsx';

/** List of schools, a place of the menu below the fairs. */
export function SchoolsPage() {
  const { query } = useSearchState(SchoolsQuery);
  const mayEdit = allows(schoolsApi.update.access, useRights());
  const getActions = useSchoolActions();
  const { tool, chosen, dialog } = useExport('schools');
  const rowActions = (school: SchoolRow): RowAction[] => [
    { label: 'Edit', icon: IconEdit, to: pathTo('edit-school', { id: school.id }) },
    ...getActions(school),
  ];
  const actions = (
    <>
      <Allowed to={uploadsApi.bulkUpload}>
        <ButtonLink to={`${pathTo('schools')}/upload`}>
          <IconUpload size={16} stroke={1.75} aria-hidden /> Upload schools
        </ButtonLink>
      </Allowed>
      <Allowed to={schoolsApi.add}>
        <ButtonLink to={pathTo('add-school')} variant="primary">
          <IconPlus size={16} stroke={2} aria-hidden /> Add school
        </ButtonLink>
      </Allowed>
    </>
  );
  return (
    <>
      <PageHead
        title="Schools"
        crumbs={[{ label: 'Fairs', to: listAddress(pathTo('fairs')) }, { label: 'Schools' }]}
        actions={actions}
      />
      <DataTable
        name="schools"
        listKey="schools"
        schema={SchoolsQuery}
        list={schoolsList}
        columns={SCHOOL_COLUMNS}
        tool={tool}
        searchHint="School, identifier, city"
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowLink={({ id }) => pathTo('school-details', { id })}
        rowActions={mayEdit ? rowActions : undefined}
        bulk={(rows) => chosen(query, rows)}
        empty={{
          title: 'No schools yet',
          text: 'Add the schools that host fairs by hand, from a spreadsheet or from your source system.',
          icon: IconBuilding,
          actions,
        }}
      />
      {dialog}
    </>
  );
}
SchoolsPage.firstRead = (params: Record<string, unknown>) =>
  listAt(SchoolsQuery, schoolsList, params);
