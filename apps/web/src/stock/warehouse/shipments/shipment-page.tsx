import { allows } from '@pos/contract/permissions';
import {
  SHIPMENT_STATE,
  type ShipmentDetails,
  shipmentsApi,
} from '@pos/contract/stock/warehouse/shipments';
import { formatInstant } from '@pos/contract/values/clock';
import { useQuery } from '@tanstack/react-query';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { HERE } from '#web/lib/input/time.ts';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { KeyNumbers } from '#web/ui/layout/card.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { Count } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { warehousePath } from '../warehouse-paths.ts';
import { AddTitle } from './add-title.tsx';
import { ShipmentActions } from './shipment-actions.tsx';
import { ShipmentCartons } from './shipment-cartons.tsx';
import { SHIPMENTS, shipmentDetails } from './shipments.data.ts';

/** A restock shipment: its titles by carton, and what is next with it. */
export function ShipmentPage() {
  const id = useRecordId();
  useLiveRefresh(['warehouse', 'stock'], SHIPMENTS);
  const query = useQuery(shipmentDetails(id));
  const { data: shipment } = query;
  if (!shipment)
    return <NotLoaded what="shipment" query={query} outline={<FormSkeleton cards={2} />} />;
  return <ShipmentBody shipment={shipment} />;
}

function ShipmentBody({ shipment }: { shipment: ShipmentDetails }) {
  const { state, number, titles, units, cartons, missingCartons, shortQty, damagedQty } = shipment;
  const mayChange = allows(shipmentsApi.setLines.access, useRights()) && state === 'open';
  return (
    <>
      <PageHead
        title={number}
        crumbs={[
          { label: 'Shipments', to: listAddress(warehousePath('shipments')) },
          { label: number, mono: true },
        ]}
        badge={<StatusPill status={SHIPMENT_STATE[state]} />}
        sub={<ShipmentFacts shipment={shipment} />}
        actions={<ShipmentActions shipment={shipment} />}
      />
      <div className="stack">
        <KeyNumbers
          numbers={[
            { label: 'Titles', value: <Count count={titles} /> },
            { label: 'Units', value: <Count count={units} /> },
            { label: 'Cartons', value: <Count count={cartons} /> },
            ...[
              { label: 'Missing cartons', count: missingCartons },
              { label: 'Short units', count: shortQty },
              { label: 'Damaged units', count: damagedQty },
            ]
              .filter(({ count }) => count > 0)
              .map(({ label, count }) => ({ label, value: <Count count={count} /> })),
          ]}
        />
        {mayChange && <AddTitle shipment={shipment} />}
        <ShipmentCartons shipment={shipment} mayChange={mayChange} />
      </div>
    </>
  );
}

function ShipmentFacts({ shipment }: { shipment: ShipmentDetails }) {
  const { fairId, fairName, schoolName, openedBy, sentBy, sentAt, closedBy, closedAt, state } =
    shipment;
  const { label } = SHIPMENT_STATE[state];
  return (
    <>
      <FairLink fairId={fairId} name={fairName} />
      <span>{schoolName}</span>
      <span data-private>opened by {openedBy}</span>
      {sentBy && sentAt && (
        <span data-private>
          sent by {sentBy}, {formatInstant(sentAt, HERE)}
        </span>
      )}
      {closedBy && closedAt && (
        <span data-private>
          {label.toLowerCase()} by {closedBy}, {formatInstant(closedAt, HERE)}
        </span>
      )}
    </>
  );
}

function FairLink({ fairId, name }: { fairId: string; name: string }) {
  return (
    <Allowed to={shipmentsApi.ofFair} otherwise={<span>{name}</span>}>
      <Link to={fairPath(fairId, 'cartons')}>{name}</Link>
    </Allowed>
  );
}
