import type {
  Receipt,
  ReceiptScan,
  ReceiptScanAnswer,
} from '@pos/contract/stock/warehouse/receipts';
import { formatCount } from '@pos/contract/values/counts';
import { Card } from '#web/ui/layout/card.tsx';
import { ScanField, type ScanOutcome } from '../scan-field.tsx';
import { useScanIntoReceipt } from './receipts.data.ts';

/** Field for the scanner: each scan adds one unit to its title. */
export function ReceiptScanner({ receipt: { id } }: { receipt: Receipt }) {
  const { mutateAsync } = useScanIntoReceipt(id);
  const send = async (scan: ReceiptScan): Promise<ScanOutcome> =>
    toOutcome(await mutateAsync(scan), (titleId) => send({ scanId: scan.scanId, titleId }));
  return (
    <Card>
      <ScanField label="ISBN, SKU or UPC" send={({ scanId, code }) => send({ scanId, code })} />
    </Card>
  );
}

function toOutcome(
  answer: ReceiptScanAnswer,
  choose: (titleId: string) => Promise<ScanOutcome>,
): ScanOutcome {
  switch (answer.outcome) {
    case 'counted': {
      const { title, goodQty, expectedQty } = answer.line;
      return {
        tone: 'ok',
        word: `${formatCount(goodQty)}${expectedQty === null ? '' : ` of ${formatCount(expectedQty)}`}`,
        detail: title,
      };
    }
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
      return { tone: 'bad', word: 'Not in the catalog', detail: 'Nothing was counted.' };
  }
}
