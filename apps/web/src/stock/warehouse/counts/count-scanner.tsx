import type {
  CountedScan,
  CountScanAnswer,
  CountTitle,
  NewCountScan,
} from '@pos/contract/stock/warehouse/count-scans';
import type { CountDetails } from '@pos/contract/stock/warehouse/counts';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { IconArrowBackUp, IconNumbers } from '@tabler/icons-react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ScanField } from '../scan-field.tsx';
import type { ScanOutcome } from '../unsettled-scans.ts';
import { documentPath } from '../warehouse-paths.ts';
import { findTitles, useScan, useUndoScan } from './counts.data.ts';
import * as styles from './counts.module.css';

/** Titles that a text offers as choices. */
const MAX_CHOICES = 6;

/** Asks for the total of a title. */
type OnTotal = (title: CountTitle, countedQty: number) => void;

/**
 * Field for the scanner: each scan adds one unit to its title. A text that is no code finds titles by
 * their name. The result is the caller's last scan with the total of its title and Undo.
 */
export function CountScanner({ count, onTotal }: { count: CountDetails; onTotal: OnTotal }) {
  const { id, lastScan } = count;
  const { mutateAsync } = useScan(id);
  const send = async (scan: NewCountScan): Promise<ScanOutcome> => {
    const answer = await mutateAsync(scan);
    const choose = ({ titleId }: CountTitle) => send({ scanId: scan.scanId, titleId });
    const isText = answer.result === 'unknown' && /\p{L}/u.test(scan.code ?? '');
    const titles = isText ? await findTitles(id, scan.code!) : answer.choices;
    return toOutcome(answer, titles.slice(0, MAX_CHOICES), choose);
  };
  return (
    <Card>
      <ScanField
        key={id}
        path={documentPath('counts', id)}
        label="ISBN, SKU, UPC or title"
        facts={{}}
        counted={
          lastScan
            ? {
                facts: <CountedFacts scan={lastScan} />,
                actions: <CountedActions countId={id} scan={lastScan} onTotal={onTotal} />,
              }
            : undefined
        }
        send={send}
      />
    </Card>
  );
}

/** Title of the last scan, and its units in large print. */
function CountedFacts({ scan: { title, countedQty } }: { scan: CountedScan }) {
  return (
    <span className={styles.last}>
      <span className={styles.title}>
        <b className="section-heading">{title.title}</b>
        <small className="monospace">{title.isbn13 ?? title.sku}</small>
        {!title.isActive && <small>Inactive title</small>}
      </span>
      <span className={styles.total}>
        <b className={styles.number}>{formatCount(countedQty)}</b> <small>counted</small>
      </span>
    </span>
  );
}

/** Corrections of the last scan: the total of its title, or taking it back. */
function CountedActions({
  countId,
  scan: { scanId, title, countedQty },
  onTotal,
}: {
  countId: string;
  scan: CountedScan;
  onTotal: OnTotal;
}) {
  const undo = useUndoScan(countId);
  const takeBack = (): void =>
    undo.mutate(scanId, {
      onSuccess: (now) =>
        toast.ok({
          title: 'Scan taken back',
          detail: `${title.title}: ${formatCount(now.countedQty)}`,
        }),
      onError: (error) =>
        toast.bad({ title: 'The scan stays', detail: failureText(error).message }),
    });
  return (
    <span className={styles.actions}>
      <Button onClick={() => onTotal(title, countedQty)}>
        <IconNumbers size={16} stroke={1.75} aria-hidden /> Type total
      </Button>
      <Button busy={undo.isPending && 'Undoing…'} onClick={takeBack}>
        <IconArrowBackUp size={16} stroke={1.75} aria-hidden /> Undo
      </Button>
    </span>
  );
}

function toOutcome(
  { result, scan, text }: CountScanAnswer,
  titles: readonly CountTitle[],
  choose: (title: CountTitle) => Promise<ScanOutcome>,
): ScanOutcome {
  const choices = titles.map((title) => ({
    label: `${title.title} (${title.isbn13 ?? title.sku})`,
    send: () => choose(title),
  }));
  switch (result) {
    case 'counted':
      return {
        tone: 'ok',
        word: pluralize(scan!.countedQty, 'unit'),
        detail: scan!.title.title,
      };
    case 'choose':
      return { tone: 'bad', word: 'Choose the title', detail: text, choices };
    case 'unknown':
      return choices.length > 0
        ? { tone: 'repeat', word: 'Choose the title', detail: 'Nothing was counted yet.', choices }
        : { tone: 'bad', word: 'Not in the catalog', detail: `${text} Nothing was counted.` };
    case 'outside':
      return { tone: 'bad', word: 'Not in this count', detail: text };
  }
}
