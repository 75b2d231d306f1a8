import { PaymentsQuery } from '@pos/contract/sales/payments';
import { holds } from '@pos/contract/permissions';
import { IconReceipt } from '@tabler/icons-react';
import { listAt } from '#web/lib/lists/list.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { useHasPanelRoom } from '#web/ui/overlays/panel.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { usePaymentAddress } from './payment-address.ts';
import { PaymentsTable } from './payments-table.tsx';
import { paymentsList } from './payments.data.ts';

// Loaded on demand.
const OfficeDayDialog = asidePart(() => import('./office-day-dialog.tsx'), 'OfficeDayDialog');

export function PaymentsPage() {
  const { openId: openPayment } = usePaymentAddress();
  const hasRoom = useHasPanelRoom();
  const readsStudents = holds(useRights(), 'Students', 'read_only');
  const isList = !openPayment || hasRoom;
  const { opened: isOpened, open, close } = useOpened<true>();
  return (
    <>
      {isList && (
        <PageHead
          title="Payments"
          actions={
            <Button onClick={() => open(true)}>
              <IconReceipt size={16} stroke={1.75} aria-hidden /> Office eWallet receipts
            </Button>
          }
        />
      )}
      {isOpened && <OfficeDayDialog onClose={close} />}
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
