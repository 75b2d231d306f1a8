import { cartonsApi } from '@pos/contract/stock/cartons';
import { closeOutApi } from '@pos/contract/close-out/close-out';
import { customizationsApi } from '@pos/contract/templates/customizations';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { inventoryApi } from '@pos/contract/stock/inventory';
import { ordersApi } from '@pos/contract/sales/orders';
import { paymentsApi } from '@pos/contract/sales/payments';
import { allows } from '@pos/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { ActivityTab } from '#web/staff/activity/activity-tab.tsx';
import { CartonsTable } from '#web/stock/cartons/cartons-table.tsx';
import { FairRestocks } from '#web/stock/warehouse/shipments/fair-restocks.tsx';
import { FairInventoryTable } from '#web/stock/inventory/fair-inventory-table.tsx';
import { OrdersTable } from '#web/sales/orders/orders-table.tsx';
import { PaymentsTable } from '#web/sales/payments/payments-table.tsx';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { AfterDelay, Skeleton } from '#web/ui/messages/notice.tsx';
import { Tabs, type Tab } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { fairPath, type FairTab } from '#web/fairs/fairs/fair-paths.ts';
import { CashiersCard } from '#web/fairs/cashiers/cashiers-card.tsx';
import { fairDetails } from '#web/fairs/fairs/fairs.data.ts';
import * as styles from './fair-details.module.css';
import { FairDevices } from './fair-devices.tsx';
import { FairHead } from './fair-head.tsx';
import { FairOverview } from './overview/fair-overview.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import * as cardStyles from '#web/ui/layout/card.module.css';

// Loaded on demand: most visits do not open the close-out or the templates.
const FairCloseOut = asidePart(
  () => import('#web/close-out/close-out/fair-close-out.tsx'),
  'FairCloseOut',
);
const TemplatesTab = asidePart(
  () => import('#web/templates/templates/fair/templates-tab.tsx'),
  'TemplatesTab',
);

export function FairDetailsPage() {
  const query = useQuery(fairDetails(useRecordId()));
  if (!query.data) return <NotLoaded what="fair" query={query} outline={<FairSkeleton />} />;
  return <FairPage fair={query.data} />;
}

function FairPage({ fair }: { fair: FairDetails }) {
  const tabs = useFairTabs(fair);
  const asked = useSearchParams()['tab'];
  const current = tabs.find(({ tab }) => tab === asked)?.tab ?? 'overview';
  const links: Tab[] = tabs.map(({ tab, label, count }) => ({
    label,
    count,
    to: fairPath(fair.id, tab),
    current: tab === current,
  }));
  const inPage = (content: ReactNode): ReactNode => (
    <>
      <FairHead fair={fair} tab={current} />
      <Tabs label="Parts of this fair" tabs={links} />
      {content}
    </>
  );
  if (current === 'close-out') return <FairCloseOut fair={fair} inFairPage={inPage} />;
  return inPage(
    <>
      {current === 'overview' && <FairOverview fair={fair} />}
      {current === 'inventory' && (
        <FairInventoryTable fairId={fair.id} isClosedOut={fair.closeOutState === 'finished'} />
      )}
      {current === 'cartons' && (
        <div className="stack">
          <FairRestocks fairId={fair.id} isOpen={fair.closeOutState === 'open'} />
          <CartonsTable fair={fair} />
        </div>
      )}
      {current === 'orders' && (
        <OrdersTable fairId={fair.id} timeZone={fair.timeZone} wasReset={fair.resetAt !== null} />
      )}
      {current === 'payments' && <PaymentsTable fairId={fair.id} timeZone={fair.timeZone} />}
      {current === 'devices' && (
        <div className="stack gap-20">
          <FairDevices fair={fair} />
          <CashiersCard fair={fair} />
        </div>
      )}
      {current === 'templates' && <TemplatesTab fairId={fair.id} />}
      {current === 'activity' && <ActivityTab entity="fair" entityId={fair.id} />}
    </>,
  );
}

/** Tabs that the user may open. */
function useFairTabs(fair: FairDetails): { tab: FairTab; label: string; count?: number }[] {
  const rights = useRights();
  return [
    { tab: 'overview', label: 'Overview' },
    ...(allows(inventoryApi.fairInventory.access, rights)
      ? [{ tab: 'inventory', label: 'Inventory', count: fair.totals.titles } as const]
      : []),
    ...(allows(cartonsApi.list.access, rights)
      ? [{ tab: 'cartons', label: 'Cartons', count: fair.totals.cartons } as const]
      : []),
    ...(allows(ordersApi.list.access, rights)
      ? [{ tab: 'orders', label: 'Orders', count: fair.orders } as const]
      : []),
    ...(allows(paymentsApi.list.access, rights)
      ? [{ tab: 'payments', label: 'Payments', count: fair.totals.payments } as const]
      : []),
    { tab: 'devices', label: 'Devices', count: fair.devices.length },
    ...(allows(customizationsApi.get.access, rights)
      ? [{ tab: 'templates', label: 'Templates' } as const]
      : []),
    ...(allows(closeOutApi.getById.access, rights)
      ? [{ tab: 'close-out', label: 'Close-out' } as const]
      : []),
    { tab: 'activity', label: 'Activity' },
  ];
}

function FairSkeleton() {
  return (
    <AfterDelay>
      <div className="stack" aria-hidden>
        <Skeleton width={160} />
        <Skeleton width="40%" height={28} />
        <Skeleton width="60%" />
        <div className={`${cardStyles.card} ${cardStyles.body}`}>
          <div className="row spread">
            {[0, 1, 2, 3, 4, 5].map((tile) => (
              <Skeleton key={tile} width={96} height={48} />
            ))}
          </div>
        </div>
        <div className={styles.fairGrid}>
          <div className={`${cardStyles.card} ${cardStyles.body}`}>
            <Skeleton height={240} />
          </div>
          <div className={`${cardStyles.card} ${cardStyles.body}`}>
            <Skeleton height={240} />
          </div>
        </div>
      </div>
    </AfterDelay>
  );
}
