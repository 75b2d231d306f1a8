import type { CountTitle } from '@pos/contract/stock/warehouse/count-scans';
import {
  COUNT_STATE,
  type CountDetails,
  CountLinesQuery,
  countsApi,
} from '@pos/contract/stock/warehouse/counts';
import { allows } from '@pos/contract/permissions';
import { formatInstant } from '@pos/contract/values/clock';
import { IconBarcode, IconNumbers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { HERE } from '#web/lib/input/time.ts';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { ActivityTab } from '#web/staff/activity/activity-tab.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { KeyNumbers } from '#web/ui/layout/card.tsx';
import { PageHead, Tabs } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { Count as Units } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { documentPath, warehousePath } from '../warehouse-paths.ts';
import { CountActions, UncountedList } from './count-actions.tsx';
import { OPEN_LINE_COLUMNS } from './count-columns.tsx';
import { CountReview } from './count-review.tsx';
import { CountScanner } from './count-scanner.tsx';
import { scopeText } from './count-words.ts';
import { COUNTS, countDetails, countLines } from './counts.data.ts';
import { TotalDialog } from './total-dialog.tsx';

/** A count: the field for the scanner while it is open, and its differences afterward. */
export function CountPage() {
  const id = useRecordId();
  const isActivity = useSearchParams()['tab'] === 'activity';
  useLiveRefresh(['warehouse'], COUNTS);
  const query = useQuery(countDetails(id));
  const { data: count } = query;
  if (!count) return <NotLoaded what="count" query={query} outline={<FormSkeleton cards={2} />} />;
  const { number, state } = count;
  return (
    <>
      <PageHead
        title={number}
        crumbs={[
          { label: 'Counts', to: listAddress(warehousePath('counts')) },
          { label: number, mono: true },
        ]}
        badge={<StatusPill status={COUNT_STATE[state]} />}
        sub={<CountFacts count={count} />}
        actions={<CountActions count={count} />}
      />
      <Tabs
        label="Parts of this count"
        tabs={[
          { label: 'Titles', to: documentPath('counts', id), current: !isActivity },
          {
            label: 'Activity',
            to: `${documentPath('counts', id)}?tab=activity`,
            current: isActivity,
          },
        ]}
      />
      {isActivity ? (
        <ActivityTab entity="stock-document" entityId={id} />
      ) : (
        <div className="stack">
          {state === 'open' ? <OpenCount count={count} /> : <CountReview count={count} />}
        </div>
      )}
    </>
  );
}

function CountFacts({ count }: { count: CountDetails }) {
  const { note, openedBy, people, closedBy, closedAt, state } = count;
  return (
    <>
      <span>{scopeText(count)}</span>
      {note && <span>{note}</span>}
      <span data-private>opened by {openedBy}</span>
      {people.length > 0 && (
        <span data-private>
          {state === 'open' ? 'being counted by' : 'counted by'} {people.join(', ')}
        </span>
      )}
      {closedBy && closedAt && (
        <span data-private>
          {state} by {closedBy}, {formatInstant(closedAt, HERE)}
        </span>
      )}
    </>
  );
}

/** The counting screen: scanner, last scan, and everything counted so far. */
function OpenCount({ count }: { count: CountDetails }) {
  const { id, round, countedTitles, countedUnits, uncounted, scope } = count;
  const mayScan = allows(countsApi.scan.access, useRights());
  const { opened, open, close } = useOpened<{
    title: Pick<CountTitle, 'titleId' | 'title'>;
    countedQty: number | null;
  }>();
  return (
    <>
      {mayScan && (
        <CountScanner count={count} onTotal={(title, countedQty) => open({ title, countedQty })} />
      )}
      <KeyNumbers
        numbers={[
          { label: 'Titles counted', value: <Units count={countedTitles} /> },
          { label: 'Units counted', value: <Units count={countedUnits} /> },
          ...(scope === 'scanned' && round === 1
            ? []
            : [
                {
                  label: 'Titles left',
                  value: <Units count={uncounted} />,
                  ...(uncounted > 0 && { detail: <UncountedList count={count} /> }),
                },
              ]),
        ]}
      />
      <DataTable
        name="titles"
        schema={CountLinesQuery}
        list={countLines(id)}
        columns={OPEN_LINE_COLUMNS}
        searchHint="Title, author, ISBN, SKU"
        rowId={({ id: lineId }) => lineId}
        rowName={({ title }) => title}
        rowActions={
          mayScan
            ? ({ titleId, title, countedQty }) => [
                {
                  label: 'Type total',
                  icon: IconNumbers,
                  run: () => open({ title: { titleId, title }, countedQty }),
                },
              ]
            : undefined
        }
        empty={{
          title: 'Nothing counted yet',
          text: 'Scan the first book. Each scan adds one to its title.',
          icon: IconBarcode,
        }}
      />
      {opened && <TotalDialog countId={id} {...opened} onClose={close} />}
    </>
  );
}
