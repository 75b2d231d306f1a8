import {
  SHIPMENT_STATE,
  type Shipment,
  shipmentsApi,
} from '@pos/contract/stock/warehouse/shipments';
import { useQuery } from '@tanstack/react-query';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { documentPath } from '../warehouse-paths.ts';
import { ReceiveDialog } from './receive-dialog.tsx';
import { shipmentWords } from './shipment-words.ts';
import { fairRestocks, SHIPMENTS } from './shipments.data.ts';
import * as styles from './shipments.module.css';

/** Restocks of a fair, each with the button that confirms its arrival. Nothing without any. */
export function FairRestocks({ fairId, isOpen }: { fairId: string; isOpen: boolean }) {
  useLiveRefresh(['stock'], SHIPMENTS, fairId);
  const { data: restocks = [] } = useQuery(fairRestocks(fairId));
  const { opened, open, close } = useOpened<Shipment>();
  if (restocks.length === 0) return null;
  return (
    <Card title="Restocks" count={restocks.length} rows>
      <ul className={`${styles.lines} lined`} aria-label="Restocks of the fair">
        {restocks.map((restock) => (
          <li key={restock.id}>
            <span className="row wrapping">
              <Allowed
                to={shipmentsApi.getById}
                otherwise={<span className="monospace semibold">{restock.number}</span>}
              >
                <Link to={documentPath('shipments', restock.id)} className="monospace semibold">
                  {restock.number}
                </Link>
              </Allowed>
              <StatusPill status={SHIPMENT_STATE[restock.state]} quiet />
              <span>{shipmentWords(restock)}</span>
            </span>
            {isOpen && (restock.state === 'sent' || restock.state === 'received_in_part') && (
              <Allowed to={shipmentsApi.receive}>
                <Button size="sm" onClick={() => open(restock)}>
                  {restock.state === 'sent' ? 'Confirm arrival' : 'Report found cartons'}
                </Button>
              </Allowed>
            )}
          </li>
        ))}
      </ul>
      {opened && <ReceiveDialog shipment={opened} onClose={close} />}
    </Card>
  );
}
