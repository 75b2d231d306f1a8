import type {
  Receipt,
  ReceiptLine,
  ReceiptScan,
  ReceiptScanAnswer,
} from '@pos/contract/stock/warehouse/receipts';
import { titlesApi } from '@pos/contract/stock/titles';
import { formatCount } from '@pos/contract/values/counts';
import { useState } from 'react';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import * as segments from '#web/ui/buttons/segments.module.css';
import { Card } from '#web/ui/layout/card.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { ScanField } from '../scan-field.tsx';
import type { ScanOutcome } from '../unsettled-scans.ts';
import { documentPath } from '../warehouse-paths.ts';
import { lineNotes } from './receipt-words.ts';
import { useScanIntoReceipt } from './receipts.data.ts';

// Loaded on demand: a scanner needs no dialog.
const AddUnitsDialog = asidePart(() => import('./receipt-dialogs.tsx'), 'AddUnitsDialog');
const AddScannedTitle = asidePart(() => import('./receipt-dialogs.tsx'), 'AddScannedTitle');

/**
 * Field for the scanner: each scan adds one unit to its title, good or damaged. A title without a
 * bar code is added by search, an unknown code as a new title.
 */
export function ReceiptScanner({ receipt: { id } }: { receipt: Receipt }) {
  const [isDamaged, setIsDamaged] = useState(false);
  const { opened, open, close } = useOpened<{ code?: string; leaveOut?: () => void }>();
  const { mutateAsync } = useScanIntoReceipt(id);
  const send = async (scan: ReceiptScan): Promise<ScanOutcome> =>
    toOutcome(await mutateAsync(scan), {
      choose: (titleId) => send({ ...scan, code: undefined, titleId }),
      add: (code, leaveOut) => open({ code, leaveOut }),
    });
  return (
    <Card
      title="Scan"
      aside={
        <div className="row wrapping">
          <div className={segments.segments} role="group" aria-label="Next scans">
            {[false, true].map((damaged) => (
              <button
                key={String(damaged)}
                type="button"
                aria-pressed={damaged === isDamaged}
                onClick={() => setIsDamaged(damaged)}
              >
                {damaged ? 'Damaged' : 'Good'}
              </button>
            ))}
          </div>
          <Button size="sm" onClick={() => open({})}>
            Add by search
          </Button>
        </div>
      }
    >
      <ScanField
        key={id}
        path={documentPath('receipts', id)}
        label="ISBN, SKU or UPC"
        facts={{ damaged: isDamaged }}
        send={send}
      />
      {opened?.code === undefined && opened && (
        <AddUnitsDialog receiptId={id} isDamaged={isDamaged} onClose={close} />
      )}
      {opened?.code !== undefined && (
        <AddScannedTitle
          receiptId={id}
          code={opened.code}
          isDamaged={isDamaged}
          onAdded={opened.leaveOut}
          onClose={close}
        />
      )}
    </Card>
  );
}

function toOutcome(
  answer: ReceiptScanAnswer,
  {
    choose,
    add,
  }: {
    choose: (titleId: string) => Promise<ScanOutcome>;
    add: (code: string, leaveOut: () => void) => void;
  },
): ScanOutcome {
  switch (answer.outcome) {
    case 'counted':
      return { tone: 'ok', word: countText(answer.line), detail: <Counted line={answer.line} /> };
    case 'choose':
      return {
        tone: 'bad',
        word: 'Several titles have this code',
        detail: 'Nothing was counted. Choose the title.',
        choices: answer.titles.map(({ titleId, sku, title }) => ({
          label: `${title} (${sku})`,
          send: () => choose(titleId),
        })),
      };
    case 'unknown':
      return {
        tone: 'bad',
        word: 'Not in the catalog',
        detail: 'Nothing was counted.',
        action: (leaveOut) => (
          <Allowed to={titlesApi.add}>
            <Button size="sm" onClick={() => add(answer.code, leaveOut)}>
              Add this title
            </Button>
          </Allowed>
        ),
      };
  }
}

function countText({ goodQty, damagedQty, expectedQty }: ReceiptLine): string {
  const good = formatCount(goodQty);
  const counted = expectedQty === null ? good : `${good} of ${formatCount(expectedQty)}`;
  return damagedQty > 0 ? `${counted}, ${formatCount(damagedQty)} damaged` : counted;
}

/** Title of a counted scan, and anything to know about it. */
function Counted({ line }: { line: ReceiptLine }) {
  const notes = lineNotes(line);
  return (
    <>
      <p className="medium">{line.title}</p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  );
}
