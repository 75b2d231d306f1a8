import { NewOrder } from '@pos/contract/sales/office/added-orders';
import type { Catalog } from '@pos/contract/sales/register-catalog';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { newId } from '#web/lib/input/new-id.ts';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { FieldLabels } from '#web/ui/fields/field.tsx';
import * as styles from '#web/ui/form/form.module.css';
import { Form } from '#web/ui/form/form.tsx';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { fairCatalog, useAddOrder } from './add-order.data.ts';
import { useAddedSums } from './added-sums.ts';
import { LinesCard } from './line-rows.tsx';
import { PaymentsCard } from './payment-rows.tsx';
import { BuyerCard, SaleCard } from './sale-fields.tsx';

/** Page to enter a sale that no register booked, such as one written on paper. */
export function AddOrderPage() {
  const { fairId } = useSearchParams();
  const [values] = useState(() => blankOrder(typeof fairId === 'string' ? fairId : null));
  const add = useAddOrder();
  const navigate = useNavigate();
  const list = listAddress(pathTo('orders'));
  return (
    <>
      <PageHead
        title="Add order"
        crumbs={[{ label: 'Orders', to: list }, { label: 'New order' }]}
      />
      <div className={styles.formPage}>
        <Form
          schema={NewOrder}
          values={values}
          save={add.mutateAsync}
          onSaved={({ id, orderNumber, totalCents }) => {
            toast.ok({
              title: 'Order added',
              detail: `${orderNumber}, ${formatCents(totalCents)}`,
            });
            void navigate({ href: `${pathTo('orders')}${stringifySearch({ order: id })}` });
          }}
          submitLabel="Add order"
          busyLabel="Adding…"
          cancelTo={list}
        >
          <OrderFields />
        </Form>
        <div className={styles.formAside}>
          <Card title="For sales on paper">
            <p className="subdued">
              Use this when the registers failed and sales were written down. Tax and totals follow
              the rules of registers. The order is marked as entered at the office, with your name.
            </p>
          </Card>
        </div>
      </div>
    </>
  );
}

function blankOrder(fairId: string | null) {
  return {
    clientOrderId: newId(),
    fairId,
    day: '',
    time: '',
    customerType: 'parent' as const,
    studentNumber: '',
    customerName: '',
    taxExempt: false,
    exemptReason: null,
    exemptCertificateNo: '',
    lines: [],
    payments: [],
  };
}

function OrderFields() {
  const fairId = useWatch({ name: 'fairId' }) as string | null;
  const { data: catalog, error } = useQuery(fairCatalog(fairId ?? ''));
  useOrderId();
  return (
    <>
      {error && <Notice kind="bad">{failureText(error).message}</Notice>}
      <SaleCard catalog={catalog} />
      <LinesCard catalog={catalog} />
      <BuyerCard />
      <SumsAndPayments catalog={catalog} />
    </>
  );
}

/** Keeps the ID of the order in its draft, so that one restored after saving is not added again. */
function useOrderId(): void {
  const { add } = use(FieldLabels);
  useEffect(() => add('clientOrderId', 'Order'), [add]);
}

function SumsAndPayments({ catalog }: { catalog: Catalog | undefined }) {
  const sums = useAddedSums(catalog);
  return (
    <>
      <PaymentsCard leftCents={sums.leftCents} />
      <Card title="Total">
        <div aria-live="polite">
          <Facts
            facts={[
              ['Items', formatCents(sums.grossCents)],
              ...(sums.discountCents > 0
                ? [['Discount', formatCents(-sums.discountCents)] as const]
                : []),
              ['Sales tax', formatCents(sums.taxCents)],
              [
                'Total',
                <b key="total" className="numeric">
                  {formatCents(sums.totalCents)}
                </b>,
              ],
              [
                sums.leftCents < 0 ? 'Paid too much' : 'Left to pay',
                formatCents(Math.abs(sums.leftCents)),
              ],
            ]}
          />
        </div>
      </Card>
    </>
  );
}
