import type { Carton } from '@pos/contract/stock/cartons';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { CARTON_STATUS } from '@pos/contract/stock/cartons';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { totalUnits } from './carton-words.ts';
import * as styles from './cartons.module.css';
import { TableHead } from '#web/ui/layout/table-head.tsx';

type PaperFair = Pick<FairDetails, 'name' | 'identifier' | 'schoolName' | 'timeZone'>;
/** `printedAt` is the instant printed on the list. */
type MissingPaperProps = {
  fair: PaperFair;
  cartons: readonly Carton[];
  printedAt: string;
  onPrinted: () => void;
};

/** Printable list of missing cartons: opens the print dialog and unmounts when that closes. */
export function MissingPaper({ fair, cartons, printedAt, onPrinted }: MissingPaperProps) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted);
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  return createPortal(
    <article className={styles.missingPaper} data-part="missing-paper">
      <h1>Missing cartons</h1>
      <p>
        {fair.name}, {fair.schoolName} ({fair.identifier})
      </p>
      <p>
        {pluralize(cartons.length, 'carton', 'cartons')},{' '}
        {pluralize(totalUnits(cartons), 'unit', 'units')}, as of{' '}
        {formatInstant(printedAt, fair.timeZone)} {zoneName(fair.timeZone)}
      </p>
      <table>
        <TableHead heads={['Carton', 'Label', 'Status', 'Content', { right: 'Units' }, 'Found']} />
        <tbody>
          {cartons.map(({ id, code, label, status, contents, units }) => (
            <tr key={id}>
              <th scope="row">{code}</th>
              <td>{label || '–'}</td>
              <td>{CARTON_STATUS[status].label}</td>
              <td>
                {contents.map(({ title, qty }) => `${formatCount(qty)} × ${title}`).join('; ')}
              </td>
              <td className="align-right">{formatCount(units)}</td>
              <td aria-label="Check when found">☐</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>,
    document.body,
  );
}
