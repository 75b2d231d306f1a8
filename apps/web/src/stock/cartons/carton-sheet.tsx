import { CARTON_STATUS, cartonsApi, type Carton } from '@pos/contract/stock/cartons';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconPencil } from '@tabler/icons-react';
import { Allowed } from '#web/lib/session/session.tsx';
import { IconButton } from '#web/ui/buttons/button.tsx';
import { Facts } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import * as tableStyles from '#web/ui/table/table.module.css';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { HiddenHead, TableHead } from '#web/ui/layout/table-head.tsx';
import { contentWords, correctionWords } from './carton-words.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { LabelMenu } from './labels/label-menu.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import * as styles from './cartons.module.css';

type CartonSheetProps = {
  carton: Carton;
  fair: Pick<FairDetails, 'id' | 'timeZone' | 'closeOutState'>;
  onClose: () => void;
};

/** Content of a carton with its corrections, and the time and person of its scans. */
export function CartonSheet({ carton, fair, onClose }: CartonSheetProps) {
  const { code, label, status, contents, scannedInAt, scannedInBy, scannedBackAt, scannedBackBy } =
    carton;
  const { timeZone } = fair;
  const { opened: correctedId, open: openCorrection, close: closeCorrection } = useOpened<string>();
  const corrected = contents.find(({ titleId }) => titleId === correctedId);
  const scan = (at: string | null, by: string | null): string =>
    at === null ? '–' : `${formatInstant(at, timeZone)} ${zoneName(timeZone)}, ${by}`;
  return (
    <Sheet
      title={`Carton ${code}`}
      onClose={onClose}
      size={480}
      footer={
        <LabelMenu
          label="Print label"
          print={(give, paper) =>
            give(cartonsApi.labels, {
              params: { id: fair.id },
              query: { paper, carton: carton.id },
            })
          }
        />
      }
    >
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
      {contents.some(({ soldQty }) => soldQty > 0) && (
        <Notice kind="info">
          Titles of this missing carton were sold. Those units count as arrived; the others left the
          stock.
        </Notice>
      )}
      <ContentTable
        carton={carton}
        isCorrectable={fair.closeOutState === 'open' && status !== 'missing_at_delivery'}
        onCorrect={openCorrection}
      />
      {corrected && (
        <CorrectionDialog
          carton={carton}
          content={corrected}
          fairId={fair.id}
          onClose={closeCorrection}
        />
      )}
    </Sheet>
  );
}

type ContentTableProps = {
  carton: Carton;
  isCorrectable: boolean;
  /** Opens the correction of a title. */
  onCorrect: (titleId: string) => void;
};

function ContentTable({ carton: { code, contents }, isCorrectable, onCorrect }: ContentTableProps) {
  return (
    <table className={`${tableStyles.table} ${styles.cartonContent}`}>
      <caption className="visually-hidden">Content of carton {code}</caption>
      <TableHead heads={['Title', { right: 'Price' }, { right: 'Units' }]}>
        {isCorrectable && (
          <Allowed to={cartonsApi.correct}>
            <HiddenHead>Correct</HiddenHead>
          </Allowed>
        )}
      </TableHead>
      <tbody>
        {contents.map((content) => (
          <tr key={content.titleId}>
            <th scope="row">
              <span className="two-lines">
                <span>{content.title}</span>
                <small className="monospace">{content.sku}</small>
                {correctionWords(content) && <small>{correctionWords(content)}</small>}
              </span>
            </th>
            <td className="align-right numeric">{formatCents(content.priceCents)}</td>
            <td className="align-right numeric">{formatCount(content.qty)}</td>
            {isCorrectable && (
              <Allowed to={cartonsApi.correct}>
                <td className="align-right">
                  <IconButton
                    label={`Correct ${content.title}`}
                    onClick={() => onCorrect(content.titleId)}
                  >
                    <IconPencil size={18} stroke={1.75} aria-hidden />
                  </IconButton>
                </td>
              </Allowed>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
