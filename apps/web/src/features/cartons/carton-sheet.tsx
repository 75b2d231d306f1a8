import type { Carton } from '@pos/contract/cartons';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { Facts } from '#web/ui/card.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { CARTON_STATUS, contentWords } from './carton-words.ts';

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
      <table className="tbl carton-content">
        <caption className="vh">Content of carton {code}</caption>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col" className="r">
              Price
            </th>
            <th scope="col" className="r">
              Units
            </th>
          </tr>
        </thead>
        <tbody>
          {contents.map(({ titleId, title, sku, priceCents, qty }) => (
            <tr key={titleId}>
              <th scope="row">
                <span className="two">
                  <span>{title}</span>
                  <small className="mono">{sku}</small>
                </span>
              </th>
              <td className="r num">{formatCents(priceCents)}</td>
              <td className="r num">{formatCount(qty)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}
