import { countsApi, CountsQuery } from '@pos/contract/stock/warehouse/counts';
import { IconClipboardCheck, IconPlus } from '@tabler/icons-react';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { WarehouseHead } from '../warehouse-head.tsx';
import { documentPath } from '../warehouse-paths.ts';
import { COUNT_CARD, COUNT_COLUMNS } from './count-columns.tsx';
import { COUNTS, countsList } from './counts.data.ts';

// Loaded on demand: the list needs no dialog at first.
const NewCountDialog = asidePart(() => import('./new-count-dialog.tsx'), 'NewCountDialog');

/** Counts of the warehouse. */
export function CountsPage() {
  useLiveRefresh(['warehouse'], COUNTS);
  const { opened, open, close } = useOpened<'new'>();
  const isPhone = useIsPhone();
  return (
    <>
      <WarehouseHead
        tab="counts"
        actions={
          <Allowed to={countsApi.add}>
            <Button variant="primary" onClick={() => open('new')}>
              <IconPlus size={16} stroke={2} aria-hidden /> New count
            </Button>
          </Allowed>
        }
      />
      <DataTable
        name="counts"
        schema={CountsQuery}
        list={countsList}
        columns={isPhone ? COUNT_CARD : COUNT_COLUMNS}
        searchHint="Number, person, note"
        rowId={({ id }) => id}
        rowName={({ number }) => number}
        rowLink={({ id }) => documentPath('counts', id)}
        empty={{
          title: 'Nothing was counted yet',
          text: 'A count compares the shelves with the number on record, while sales and shipments go on. Open one with New count, then scan the books.',
          icon: IconClipboardCheck,
        }}
      />
      {opened && <NewCountDialog onClose={close} />}
    </>
  );
}
