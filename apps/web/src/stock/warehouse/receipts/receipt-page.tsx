import {
  RECEIPT_STATE,
  type Receipt,
  receiptsApi,
  ReceiptLinesQuery,
} from '@pos/contract/stock/warehouse/receipts';
import { allows } from '@pos/contract/permissions';
import { formatInstant } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { IconBarcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { HERE } from '#web/lib/input/time.ts';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { KeyNumbers } from '#web/ui/layout/card.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { RecordError } from '#web/ui/layout/record-error.tsx';
import { Count } from '#web/ui/values/amount.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { warehousePath } from '../warehouse-paths.ts';
import { LINE_COLUMNS } from './receipt-columns.tsx';
import { ReceiptActions } from './receipt-actions.tsx';
import { ReceiptScanner } from './receipt-scanner.tsx';
import { originText } from './receipt-words.ts';
import { RECEIPTS, receiptDetails, receiptLines } from './receipts.data.ts';

/** A receipt: what was expected, what arrived, and the field for the scanner while it is open. */
export function ReceiptPage() {
  const id = useRecordId();
  useLiveRefresh(['warehouse'], RECEIPTS);
  const { data: receipt, error, refetch } = useQuery(receiptDetails(id));
  if (error && !receipt)
    return (
      <RecordError
        what="receipt"
        error={error}
        retry={() => void refetch()}
        back={{ label: 'Receipts', to: warehousePath('receipts') }}
      />
    );
  if (!receipt) return <FormSkeleton cards={2} />;
  return <ReceiptBody receipt={receipt} />;
}

function ReceiptBody({ receipt }: { receipt: Receipt }) {
  const { id, state, number } = receipt;
  const mayScan = allows(receiptsApi.scan.access, useRights()) && state === 'open';
  return (
    <>
      <PageHead
        title={number}
        crumbs={[
          { label: 'Receipts', to: listAddress(warehousePath('receipts')) },
          { label: number, mono: true },
        ]}
        badge={<StatusPill status={RECEIPT_STATE[state]} />}
        sub={<ReceiptFacts receipt={receipt} />}
        actions={<ReceiptActions receipt={receipt} />}
      />
      <div className="stack">
        <Sums receipt={receipt} />
        {mayScan && <ReceiptScanner receipt={receipt} />}
        <DataTable
          name="titles"
          schema={ReceiptLinesQuery}
          list={receiptLines}
          fixed={{ receiptId: id }}
          columns={LINE_COLUMNS}
          searchHint="Title, ISBN, SKU"
          rowId={({ titleId }) => titleId}
          rowName={({ title }) => title}
          rowLink={({ titleId }) => pathTo('title-details', { id: titleId })}
          empty={{
            title: 'No title yet',
            text: 'Scan the first book.',
            icon: IconBarcode,
          }}
        />
      </div>
    </>
  );
}

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { receivedOn, openedBy, closedBy, closedAt, state } = receipt;
  return (
    <>
      <span>{originText(receipt)}</span>
      <span>{formatDay(receivedOn)}</span>
      <span data-private>opened by {openedBy}</span>
      {closedBy && closedAt && (
        <span data-private>
          {state} by {closedBy}, {formatInstant(closedAt, HERE)}
        </span>
      )}
    </>
  );
}

function Sums({
  receipt: { titles, expectedQty, goodQty, damagedQty, shortQty },
}: {
  receipt: Receipt;
}) {
  return (
    <KeyNumbers
      numbers={[
        { label: 'Titles', value: <Count count={titles} /> },
        ...(expectedQty > 0 ? [{ label: 'Expected', value: <Count count={expectedQty} /> }] : []),
        { label: 'Good', value: <Count count={goodQty} /> },
        { label: 'Damaged', value: <Count count={damagedQty} /> },
        ...(expectedQty > 0 ? [{ label: 'Short', value: <Count count={shortQty} /> }] : []),
      ]}
    />
  );
}
