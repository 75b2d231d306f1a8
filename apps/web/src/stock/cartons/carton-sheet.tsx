import type { Carton } from '@pos/contract/stock/cartons';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { Facts } from '#web/ui/layout/card.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { CARTON_STATUS, contentWords } from './carton-words.ts';
import * as tableStyles from '#web/ui/table/table.module.css';
import * as styles from './cartons.module.css';

/** Content of a carton, with the time and person of its scans. */
export function CartonSheet({
  carton,
  timeZone,
  onClose,
}: {
  carton: Carton;
  timeZone: string;
  onClose: () => void;
}) {
  const { code, label, status, contents, scannedInAt, scannedInBy, scannedBackAt, scannedBackBy } =
    carton;
  const scan = (at: string | null, by: string | null): string =>
    at === null ? '–' : `${formatInstant(at, timeZone)} ${zoneName(timeZone)}, ${by}`;
  return (
    <Sheet title={`Carton ${code}`} onClose={onClose} size={480}>
      <div>
        <StatusPill status={CARTON_STATUS[status]} />
      </div>
      <Facts
        facts={[
          ...(label ? [['Label', label] as const] : []),
          ['Content', contentWords(carton)],
          ['Scanned in', scan(scannedInAt, scannedInBy)],
          ['Scanned back', scan(scannedBackAt, scannedBackBy)],
        ]}
      />
      <table className={`${tableStyles.table} ${styles.cartonContent}`}>
        <caption className="visually-hidden">Content of carton {code}</caption>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col" className="align-right">
              Price
            </th>
            <th scope="col" className="align-right">
              Units
            </th>
          </tr>
        </thead>
        <tbody>
          {contents.map(({ titleId, title, sku, priceCents, qty }) => (
            <tr key={titleId}>
              <th scope="row">
                <span className="two-lines">
                  <span>{title}</span>
                  <small className="monospace">{sku}</small>
                </span>
              </th>
              <td className="align-right numeric">{formatCents(priceCents)}</td>
              <td className="align-right numeric">{formatCount(qty)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}
