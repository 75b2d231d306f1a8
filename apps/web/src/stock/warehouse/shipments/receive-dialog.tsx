import type { Shipment } from '@pos/contract/stock/warehouse/shipments';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fairCartons } from '#web/stock/cartons/cartons.data.ts';
import { contentWords, totalUnits } from '#web/stock/cartons/carton-words.ts';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';
import { Notice, Skeleton } from '#web/ui/messages/notice.tsx';
import { failureText } from '#web/lib/api/failure.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useReceiveShipment } from './shipments.data.ts';
import * as styles from './shipments.module.css';

/** Confirms which cartons of a shipment arrived; the others are reported missing. */
export function ReceiveDialog({
  shipment: { id, number, fairId, state },
  onClose,
}: {
  shipment: Pick<Shipment, 'id' | 'number' | 'fairId' | 'state'>;
  onClose: () => void;
}) {
  const receive = useReceiveShipment(id);
  const { data, error } = useQuery(fairCartons(fairId));
  const cartons = data?.filter(({ shipmentId }) => shipmentId === id) ?? [];
  const [unchecked, setUnchecked] = useState<readonly string[]>([]);
  const lost = cartons.filter(({ code }) => unchecked.includes(code));
  return (
    <ConfirmDialog
      title={state === 'sent' ? `Did ${number} arrive?` : `Which cartons of ${number} turned up?`}
      confirmLabel={
        lost.length === 0
          ? 'Everything arrived'
          : `Report ${pluralize(lost.length, 'missing carton')}`
      }
      confirm={async () => {
        const received = await receive.mutateAsync({ missing: [...unchecked] });
        toast.ok({
          title:
            received.state === 'received' ? `${number} received` : `${number} received in part`,
        });
      }}
      onClose={onClose}
    >
      {!data && !error && <Skeleton height={60} />}
      {error && !data && <Notice kind="bad">{failureText(error).message}</Notice>}
      <ul className={styles.cartons} aria-label="Cartons that arrived">
        {cartons.map((carton) => (
          <li key={carton.code}>
            <label className="row">
              <input
                type="checkbox"
                className={checkboxStyles.checkbox}
                checked={!unchecked.includes(carton.code)}
                onChange={({ target }) =>
                  setUnchecked(
                    target.checked
                      ? unchecked.filter((code) => code !== carton.code)
                      : [...unchecked, carton.code],
                  )
                }
              />
              <span className="monospace semibold">{carton.code}</span>
              <span>{contentWords(carton)}</span>
            </label>
          </li>
        ))}
      </ul>
      {lost.length > 0 && (
        <p>
          {lost.length === 1 ? 'Its' : 'Their'} content, {pluralize(totalUnits(lost), 'unit')},
          leaves the fair’s stock until {lost.length === 1 ? 'it turns' : 'they turn'} up.
        </p>
      )}
    </ConfirmDialog>
  );
}
