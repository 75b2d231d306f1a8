import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import {
  PaymentsFilters,
  PaymentsQuery,
  paymentsApi,
  type PaymentRow,
  type PaymentPart,
  type PaymentTotals,
} from '@pos/contract/sales/payments';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconCreditCard, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { useToday } from '#web/lib/api/company-day.ts';
import { toFilters } from '#web/lib/lists/page-turn.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { asidePart, lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { useHasPanelRoom } from '#web/ui/overlays/panel.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useViewTabs } from '#web/ui/table/views/view-tabs.ts';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/rows/use-bulk-dialog.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import type { BulkPaymentsProps } from './bulk-payments.tsx';
import { usePaymentAddress } from './payment-address.ts';
import { FAIR_PAYMENT_COLUMNS, PAYMENT_CARD, PAYMENT_COLUMNS } from './payment-columns.tsx';
import { paymentsList, paymentTotals } from './payments.data.ts';
import * as styles from './payments.module.css';

// Loaded on demand: the list needs no dialog at first.
const BulkPayments = lazyPart(() => import('./bulk-payments.tsx'), 'BulkPayments');

const { access } = paymentsApi.review;
const OFFERS: readonly BulkOffer<BulkPaymentsProps>[] = [
  { label: 'Approve', icon: IconCheck, access, ask: { decision: 'approve' } },
  { label: 'Reject…', icon: IconX, access, ask: { decision: 'reject' } },
];

/**
 * Decisions on several payments at once, offered where one of them is under review, and the dialog
 * that makes them.
 */
function useBulkPayments() {
  const { bulk, dialog } = useBulkDialog(BulkPayments, OFFERS);
  return {
    bulk: (rows: readonly PaymentRow[], onDone: () => void) =>
      rows.some(({ status }) => status === 'under_review') ? bulk(rows, onDone) : [],
    dialog,
  };
}

// Loaded after the list.
const loadPayment = () => import('./detail/payment-panel.tsx');
const PaymentPage = asidePart(loadPayment, 'PaymentPage');
const PaymentPanel = asidePart(loadPayment, 'PaymentPanel');

type View = { label: string; query: Pick<PaymentsQuery, 'from' | 'to' | 'status'> };

/** Presets of the list, each a set of filters in the address. */
function paymentViews(day: string): View[] {
  return [
    { label: 'All', query: {} },
    { label: 'Under review', query: { status: ['under_review'] } },
    { label: 'Failed', query: { status: ['failed'] } },
    { label: 'Refunded', query: { status: ['refunded'] } },
    { label: 'Today', query: { from: day, to: day } },
  ];
}

/**
 * Payments of all fairs or one, with the open payment beside them (instead of them on a narrow
 * screen). All state is in the address: filters and `payment`. `timeZone` decides which day is
 * today, defaulting to the company's zone.
 */
export function PaymentsTable({ fairId, timeZone }: { fairId?: string; timeZone?: string }) {
  const { query } = useSearchState(PaymentsQuery);
  const { openId: openPayment, listAt, withRecord: withPayment } = usePaymentAddress();
  const hasRoom = useHasPanelRoom();
  const { tool, chosen, dialog: exportDialog } = useExport('payments');
  const { bulk, dialog: bulkDialog } = useBulkPayments();
  const isPhone = useIsPhone();
  const day = useToday(timeZone);
  const fixed = fairId ? { fairId } : {};
  const scope = fairId ?? query.fairId;
  const views = useViewTabs(PaymentsQuery, paymentsList, paymentViews(day), {
    shown: query,
    ...(scope && { scope: { fairId: scope } }),
    linkTo: listAt,
  });
  if (openPayment && !hasRoom) return <PaymentPage id={openPayment} fixed={fixed} />;
  return (
    <div className="stack">
      <DataTable
        name="payments"
        listKey="payments"
        schema={PaymentsQuery}
        list={paymentsList}
        fixed={fixed}
        tool={tool}
        columns={isPhone ? PAYMENT_CARD : scope ? FAIR_PAYMENT_COLUMNS : PAYMENT_COLUMNS}
        today={day}
        searchHint="Order, check, last 4"
        rowId={({ id }) => id}
        rowName={({ amountCents, method }) =>
          `${formatCents(amountCents)} ${PAYMENT_METHODS[method]}`
        }
        rowLink={({ id }) => withPayment(id)}
        bulk={(rows, done) => [...bulk(rows, done), ...chosen({ ...query, ...fixed }, rows)]}
        views={views}
        announced={{ kinds: ['payments'], fairId, one: 'new payment', many: 'new payments' }}
        totals={(_answer, shown) => <MethodTotals query={shown} />}
        empty={{
          title: 'No payments yet',
          text: 'Payments appear here once a register at a fair has sent its first sale.',
          icon: IconCreditCard,
        }}
      />
      {exportDialog}
      {bulkDialog}
      {openPayment && <PaymentPanel id={openPayment} fixed={fixed} />}
    </div>
  );
}

/**
 * Sums of the matching payments: sales by method, less refunds, as reports count them; top-ups and
 * payments that no report counts have sums of their own. Loaded after the list.
 */
function MethodTotals({ query }: { query: PaymentsQuery }) {
  const { data } = useQuery(paymentTotals(PaymentsFilters.parse(toFilters(query))));
  if (!data?.length) return null;
  const getPart = (part: PaymentPart) => data.filter((one) => one.part === part);
  const refunded = getSum(getPart('sales'), 'refundedCents');
  return (
    <span className={styles.methodTotals}>
      {getPart('sales').map(({ method, count, amountCents, refundedCents }) => (
        <Sum key={method} name={PAYMENT_METHODS[method]} count={count}>
          {formatCents(amountCents - refundedCents)}
        </Sum>
      ))}
      {refunded > 0 && <span>after refunds of {formatCents(refunded)}</span>}
      <PartSum name="eWallet top-ups" totals={getPart('top_ups')} />
      <PartSum name="Not in reports" totals={getPart('not_counted')} />
    </span>
  );
}

function PartSum({ name, totals }: { name: string; totals: PaymentTotals }) {
  if (totals.length === 0) return null;
  return (
    <Sum name={name} count={getSum(totals, 'count')}>
      {formatCents(getSum(totals, 'amountCents') - getSum(totals, 'refundedCents'))}
    </Sum>
  );
}

function Sum({ name, count, children }: { name: string; count: number; children: string }) {
  return (
    <span title={pluralize(count, 'payment')}>
      {name} <b className="medium">{children}</b>
    </span>
  );
}

const getSum = (totals: PaymentTotals, figure: 'count' | 'amountCents' | 'refundedCents'): number =>
  totals.reduce((sum, one) => sum + one[figure], 0);
