import { StockDifferencesQuery } from '@pos/contract/stock/warehouse/count-booking';
import { IconScale } from '@tabler/icons-react';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { WarehouseHead } from '../warehouse-head.tsx';
import { documentPath } from '../warehouse-paths.ts';
import { DIFFERENCE_CARD, DIFFERENCE_COLUMNS } from './count-columns.tsx';
import { COUNTS, differencesList } from './counts.data.ts';

/** Stock differences that counts have booked, with count, people, title and reason. */
export function DifferencesPage() {
  useLiveRefresh(['warehouse'], COUNTS);
  const { tool, dialog } = useExport('stock-differences');
  const isPhone = useIsPhone();
  return (
    <>
      <WarehouseHead tab="differences" />
      <DataTable
        name="differences"
        schema={StockDifferencesQuery}
        list={differencesList}
        columns={isPhone ? DIFFERENCE_CARD : DIFFERENCE_COLUMNS}
        tool={tool}
        searchHint="Title, ISBN, count, person"
        rowId={({ id }) => id}
        rowName={({ title, number }) => `${title}, ${number}`}
        rowLink={({ countId }) => documentPath('counts', countId)}
        empty={{
          title: 'No differences yet',
          text: 'Differences appear here once a count is booked.',
          icon: IconScale,
        }}
      />
      {dialog}
    </>
  );
}
