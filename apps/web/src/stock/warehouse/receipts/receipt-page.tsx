import {
  RECEIPT_STATE,
  type Receipt,
  type ReceiptLine,
  receiptsApi,
  ReceiptLinesQuery,
} from '@pos/contract/stock/warehouse/receipts';
import { allows, hasDuty, opensPage } from '@pos/contract/permissions';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatDay } from '@pos/contract/values/days';
import { IconBarcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { HERE } from '#web/lib/input/time.ts';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { KeyNumbers } from '#web/ui/layout/card.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { Count } from '#web/ui/values/amount.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { documentPath, warehousePath } from '../warehouse-paths.ts';
import { COST_COLUMN, LINE_COLUMNS } from './receipt-columns.tsx';
import { ReceiptActions } from './receipt-actions.tsx';
import { ReceiptScanner } from './receipt-scanner.tsx';
import { originText } from './receipt-words.ts';
import { RECEIPTS, receiptDetails, receiptLines } from './receipts.data.ts';

const ActivityTab = asidePart(() => import('#web/staff/activity/activity-tab.tsx'), 'ActivityTab');
const ChangeLineDialog = asidePart(() => import('./receipt-dialogs.tsx'), 'ChangeLineDialog');

/** A receipt: what was expected, what arrived, and the field for the scanner while it is open. */
export function ReceiptPage() {
  const id = useRecordId();
  useLiveRefresh(['warehouse'], RECEIPTS);
  const query = useQuery(receiptDetails(id));
  const { data: receipt } = query;
  if (!receipt)
    return <NotLoaded what="receipt" query={query} outline={<FormSkeleton cards={2} />} />;
  return <ReceiptBody receipt={receipt} />;
}

function ReceiptBody({ receipt }: { receipt: Receipt }) {
  const { id, state, number } = receipt;
  const rights = useRights();
  const mayScan = allows(receiptsApi.scan.access, rights) && state === 'open';
  const seesCosts = hasDuty(rights, 'see_costs');
  const { opened: changed, open: change, close } = useOpened<ReceiptLine>();
  const { tool, dialog } = useExport('receipt-lines');
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
        {mayScan && <ReceiptScanner receipt={receipt} />}
        <Sums receipt={receipt} />
        <RestNotice receipt={receipt} />
        <DataTable
          name="titles"
          schema={ReceiptLinesQuery}
          list={receiptLines}
          fixed={{ receiptId: id }}
          columns={seesCosts ? [...LINE_COLUMNS, COST_COLUMN] : LINE_COLUMNS}
          tool={tool}
          searchHint="Title, ISBN, SKU"
          rowId={({ titleId }) => titleId}
          rowName={({ title }) => title}
          rowLink={({ titleId }) => pathTo('title-details', { id: titleId })}
          rowActions={
            mayScan ? (line) => [{ label: 'Correct…', run: () => change(line) }] : undefined
          }
          empty={{
            title: 'No titles yet',
            text: mayScan ? 'Scan the first book, or upload a sheet.' : 'Nothing was received.',
            icon: IconBarcode,
          }}
        />
        {opensPage('inventory', rights) && <ActivityTab entity="stock-document" entityId={id} />}
        {dialog}
        {changed && <ChangeLineDialog receiptId={id} line={changed} onClose={close} />}
      </div>
    </>
  );
}

/** Units that are short on a booked receipt, and the receipts before and after it. */
function RestNotice({ receipt }: { receipt: Receipt }) {
  const { rest, shortQty, continuedBy, continues, restClosedBy } = receipt;
  const units = pluralize(shortQty, 'unit');
  return (
    <>
      {continues && (
        <Notice kind="quiet">
          Receives what was still to come on{' '}
          <Link to={documentPath('receipts', continues.id)}>{continues.number}</Link>.
        </Notice>
      )}
      {rest === 'to_come' && <Notice kind="warn">{units} still to come.</Notice>}
      {rest === 'continued' && continuedBy && (
        <Notice kind="quiet">
          {units} short are on{' '}
          <Link to={documentPath('receipts', continuedBy.id)}>{continuedBy.number}</Link>.
        </Notice>
      )}
      {rest === 'closed' && (
        <Notice kind="quiet">
          {units} short will not come, said <span data-private>{restClosedBy}</span>.
        </Notice>
      )}
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

function Sums({ receipt }: { receipt: Receipt }) {
  const { titles, expectedQty, goodQty, damagedQty, shortQty } = receipt;
  const isListed = expectedQty > 0;
  return (
    <KeyNumbers
      numbers={[
        { label: 'Titles', value: <Count count={titles} /> },
        ...(isListed ? [{ label: 'Expected', value: <Count count={expectedQty} /> }] : []),
        { label: 'Good', value: <Count count={goodQty} /> },
        { label: 'Damaged', value: <Count count={damagedQty} /> },
        ...(isListed ? [{ label: 'Short', value: <Count count={shortQty} /> }] : []),
        ...costNumbers(receipt),
      ]}
    />
  );
}

/** Cost of the units that have one, for those who see costs. */
function costNumbers({ costCents, withoutCostQty }: Receipt) {
  if (costCents === null) return [];
  const missing = withoutCostQty > 0 && {
    detail: `without ${pluralize(withoutCostQty, 'unit that has', 'units that have')} no cost`,
  };
  return [{ label: 'Cost', value: formatCents(costCents), ...missing }];
}
