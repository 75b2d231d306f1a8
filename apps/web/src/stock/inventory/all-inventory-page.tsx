import { AllInventoryQuery, type TitleStock } from '@pos/contract/stock/inventory';
import { titlesApi } from '@pos/contract/stock/titles';
import { IconBuildingWarehouse, IconPlus, IconUpload } from '@tabler/icons-react';
import { uploadsApi } from '@pos/contract/imports/uploads';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { listAt } from '#web/lib/lists/list.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useViewTabs } from '#web/ui/table/views/view-tabs.ts';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { useScanner } from '#web/ui/hooks/use-scanner.ts';
import { allInventory } from './inventory.data.ts';
import { TITLE_CARD, TITLE_COLUMNS } from './title-columns.tsx';
import { TitleFairs } from './title-fairs.tsx';
import { useTitleActions } from './use-title-actions.ts';

const VIEWS: readonly { label: string; query: { stock?: [TitleStock] } }[] = [
  { label: 'All', query: {} },
  { label: 'Low', query: { stock: ['low'] } },
  { label: 'Out of stock', query: { stock: ['out'] } },
  { label: 'Short', query: { stock: ['negative'] } },
];

/**
 * Catalog with its stock: in the warehouse, allocated, available, at fairs. Scanning a code
 * searches for it.
 */
export function AllInventoryPage() {
  const { query, change } = useSearchState(AllInventoryQuery);
  const isPhone = useIsPhone();
  const { rowActions, bulk, dialog } = useTitleActions();
  const { tool, chosen, dialog: exportDialog } = useExport('all-inventory');
  const views = useViewTabs(AllInventoryQuery, allInventory, VIEWS, {
    shown: query,
    linkTo: (preset) => pathTo('inventory', {}, preset),
  });
  useScanner((code) => change({ search: code }));
  const actions = (
    <>
      <Allowed to={uploadsApi.bulkUpload}>
        <ButtonLink to={`${pathTo('inventory')}/upload`}>
          <IconUpload size={16} stroke={1.75} aria-hidden /> Upload titles
        </ButtonLink>
      </Allowed>
      <Allowed to={titlesApi.add}>
        <ButtonLink to={pathTo('add-title')} variant="primary">
          <IconPlus size={16} stroke={2} aria-hidden /> Add title
        </ButtonLink>
      </Allowed>
    </>
  );
  return (
    <>
      <PageHead title="All inventory" actions={actions} />
      <DataTable
        name="titles"
        listKey="all-inventory"
        schema={AllInventoryQuery}
        list={allInventory}
        columns={isPhone ? TITLE_CARD : TITLE_COLUMNS}
        tool={tool}
        searchHint="Title, author, ISBN, UPC"
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        rowLink={({ id }) => pathTo('title-details', { id })}
        rowActions={rowActions}
        bulk={bulk && ((rows, done) => [...bulk(rows, done), ...chosen(query, rows)])}
        unfold={{
          label: ({ title }) => `Fairs that have ${title}`,
          content: (title) => <TitleFairs title={title} />,
        }}
        views={views}
        empty={{
          title: 'No titles yet',
          text: "Add the titles that fairs sell by hand or from a spreadsheet. A fair's packing list and your source system add them, too.",
          icon: IconBuildingWarehouse,
          actions,
        }}
      />
      {exportDialog}
      {dialog}
    </>
  );
}
AllInventoryPage.firstRead = (params: Record<string, unknown>) =>
  listAt(AllInventoryQuery, allInventory, params);
