import { FairInventoryQuery, type StockState } from '@pos/contract/stock/inventory';
import { uploadsApi } from '@pos/contract/imports/uploads';
import { formatTime, zoneName } from '@pos/contract/values/clock';
import { IconPackage, IconToggleLeft, IconToggleRight, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { packingListPath, uploadPath } from '#web/fairs/fairs/fair-paths.ts';
import { fairOption } from '#web/fairs/fairs/fairs.data.ts';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import { useSearchParams, useSearchState } from '#web/lib/lists/search-state.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/rows/use-bulk-dialog.tsx';
import { useViewTabs } from '#web/ui/table/views/view-tabs.ts';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { useScanner } from '#web/ui/hooks/use-scanner.ts';
import type { BulkLinesProps } from './bulk-lines.tsx';
import { adjustColumn, INVENTORY_CARD, INVENTORY_COLUMNS } from './inventory-columns.tsx';
import { fairInventory } from './inventory.data.ts';
import { LINE_EDITS } from './line-fields.tsx';
import { useLineActions } from './use-line-actions.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkLines = lazyPart(() => import('./bulk-lines.tsx'), 'BulkLines');

const OFFERS: readonly BulkOffer<BulkLinesProps>[] = [
  { label: 'Activate', icon: IconToggleRight, ask: { what: 'activate' } },
  { label: 'Deactivate', icon: IconToggleLeft, ask: { what: 'deactivate' } },
  { label: 'Delete…', icon: IconTrash, ask: { what: 'delete' } },
];

/** Actions on several titles of a fair at once, and the dialog that runs them. */
const useBulkLines = () => useBulkDialog(BulkLines, OFFERS);

const VIEWS: readonly { label: string; query: { stock?: [StockState] } }[] = [
  { label: 'All', query: {} },
  { label: 'In stock', query: { stock: ['in'] } },
  { label: 'Last copy', query: { stock: ['last-copy'] } },
  { label: 'Sold out', query: { stock: ['sold-out'] } },
  { label: 'Oversold', query: { stock: ['oversold'] } },
];

/** Columns whose cells can be edited: units on hand, and with `mayEdit` the price. */
const editableColumns = (mayEdit: boolean) =>
  INVENTORY_COLUMNS.map((column) => ({
    ...column,
    edit: mayEdit || column.id === 'onHand' ? LINE_EDITS[column.id] : undefined,
  }));
const EVERY_CELL = editableColumns(true);
const UNITS_ONLY = editableColumns(false);

type FairInventoryTableProps = { fairId: string; isClosedOut: boolean };

/**
 * Titles of one fair with their quantities; all state but the fair is in the address. Scanning a
 * code searches for it.
 */
export function FairInventoryTable({ fairId, isClosedOut }: FairInventoryTableProps) {
  const { pathname } = useLocation();
  const isPhone = useIsPhone();
  const { tab, fairId: inAddress } = useSearchParams();
  const { query, change } = useSearchState(FairInventoryQuery);
  const { mayAdjust, mayEdit, getActions, dialog, adjust, adjusting } = useLineActions(
    fairId,
    isClosedOut,
  );
  const { bulk, dialog: bulkDialog } = useBulkLines();
  const { tool, chosen, dialog: exportDialog } = useExport('fair-inventory');
  useScanner((code) => change({ search: code }));
  const views = useViewTabs(FairInventoryQuery, fairInventory, VIEWS, {
    shown: query,
    scope: { fairId },
    linkTo: (preset) => `${pathname}${stringifySearch({ tab, fairId: inAddress, ...preset })}`,
  });
  return (
    <>
      <DataTable
        name="titles"
        listKey="fair-inventory"
        schema={FairInventoryQuery}
        list={fairInventory}
        fixed={{ fairId }}
        tool={tool}
        columns={
          mayAdjust && !isClosedOut && !isPhone
            ? [...(mayEdit ? EVERY_CELL : UNITS_ONLY), adjustColumn(adjust, adjusting)]
            : isPhone
              ? INVENTORY_CARD
              : INVENTORY_COLUMNS
        }
        searchHint="Title, ISBN or carton"
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        rowActions={getActions}
        bulk={
          mayEdit
            ? (rows, done) => [
                ...(isClosedOut ? [] : bulk(rows, done)),
                ...chosen({ ...query, fairId }, rows),
              ]
            : undefined
        }
        totals={(_answer, shown) => <CountedAt query={shown} />}
        views={views}
        empty={{
          title: 'No packing list yet',
          text: 'The packing list has the titles sent: from the package of the fair, or from a file with price and carton.',
          icon: IconPackage,
          actions: !isClosedOut && (
            <Allowed to={uploadsApi.bulkUpload}>
              <ButtonLink to={packingListPath(fairId)} variant="primary">
                Make it from the package
              </ButtonLink>
              <ButtonLink to={uploadPath(fairId)}>Upload inventory</ButtonLink>
            </Allowed>
          ),
        }}
      />
      {exportDialog}
      {dialog}
      {bulkDialog}
    </>
  );
}

/** Time at which the list was read, in the fair's zone: stock changes with every sale. */
function CountedAt({ query }: { query: FairInventoryQuery }) {
  const { dataUpdatedAt } = useQuery({ ...fairInventory(query), enabled: false });
  const { data: fair } = useQuery(fairOption(query.fairId));
  if (dataUpdatedAt === 0 || !fair) return null;
  return `Stock as of ${formatTime(new Date(dataUpdatedAt).toISOString(), fair.timeZone)} ${zoneName(fair.timeZone)}`;
}
