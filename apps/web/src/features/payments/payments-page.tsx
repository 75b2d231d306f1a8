import { PaymentsQuery } from '@pos/contract/payments';
import { holds } from '@pos/contract/permissions';
import { listAt } from '#web/lib/list.ts';
import { useRights } from '#web/lib/session.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { useHasPanelRoom } from '#web/ui/panel.tsx';
import { usePaymentAddress } from './payment-address.ts';
import { PaymentsTable } from './payments-table.tsx';
import { paymentsList } from './payments.data.ts';

export function PaymentsPage() {
  const { openPayment } = usePaymentAddress();
  const hasRoom = useHasPanelRoom();
  const readsStudents = holds(useRights(), 'Students', 'read_only');
  const isList = !openPayment || hasRoom;
  return (
    <>
      {isList && <PageHead title="Payments" />}
      <div className="stack">
        {isList && !readsStudents && (
          <Notice kind="quiet">
            You can view payments but not students. Names are hidden, and the search does not find
            them.
          </Notice>
        )}
        <PaymentsTable />
      </div>
    </>
  );
}
PaymentsPage.firstRead = (params: Record<string, unknown>) =>
  listAt(PaymentsQuery, paymentsList, params);
