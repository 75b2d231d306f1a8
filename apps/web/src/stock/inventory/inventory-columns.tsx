import { RECORD_STATUS } from '@pos/contract/record-status';
import { FAIR_LINE_LIST } from '@pos/contract/stock/fair-inventory.columns';
import { STOCK } from '@pos/contract/stock/inventory';
import type { FairLine } from '@pos/contract/stock/inventory';
import { formatChange, formatCount, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { Count } from '#web/ui/values/amount.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import * as styles from './inventory.module.css';

/** Part of what was received or changed; the list leaves it out unless it is asked for. */
const part = (
  id: 'sentQty' | 'missingQty' | 'adjustQty' | 'restockedQty',
  rank: number,
): Column<FairLine> => ({
  id,
  ...described(FAIR_LINE_LIST[id]),
  rank,
  isExtra: true,
  cell: (line) => <Count count={line[id]} />,
});

/**
 * Columns of a fair's inventory. A row adds up by what it shows: received − sold + other is on hand
 * (domain 3.8).
 */
export const INVENTORY_COLUMNS: readonly Column<FairLine>[] = [
  {
    id: 'title',
    ...described(FAIR_LINE_LIST.title),
    sort: 'title',
    wraps: 298,
    card: 'title',
    picture: ({ title, category, pictureId }) => (
      <TitleCover title={title} category={category} pictureId={pictureId} />
    ),
    cell: (line) => (
      <span className="two-lines">
        <span className="medium" title={line.author ? `${line.title}, ${line.author}` : line.title}>
          {line.title}
        </span>
        <small className="monospace">{line.isbn13 ?? line.sku}</small>
      </span>
    ),
  },
  {
    id: 'price',
    ...described(FAIR_LINE_LIST.priceCents),
    sort: 'priceCents',
    rank: 6,
    card: 'detail',
    cell: ({ priceCents }) => formatCents(priceCents),
  },
  {
    id: 'receivedQty',
    ...described(FAIR_LINE_LIST.receivedQty),
    sort: 'receivedQty',
    rank: 5,
    cell: ({ receivedQty, sentQty }) => (
      <span title={receivedWords(sentQty, receivedQty)}>
        <Count count={receivedQty} />
      </span>
    ),
  },
  part('sentQty', 3),
  {
    id: 'soldQty',
    ...described(FAIR_LINE_LIST.soldQty),
    room: 130,
    sort: 'soldQty',
    rank: 7,
    cell: (line) => <Sold line={line} />,
  },
  {
    id: 'otherQty',
    ...described(FAIR_LINE_LIST.otherQty),
    rank: 5,
    cell: (line) => (
      <span title={otherWords(line)}>
        {line.otherQty === 0 ? <span className="muted">–</span> : formatChange(line.otherQty)}
      </span>
    ),
  },
  part('missingQty', 1),
  part('adjustQty', 2),
  part('restockedQty', 3),
  {
    id: 'onHand',
    ...described(FAIR_LINE_LIST.onHand),
    room: 130,
    sort: 'onHand',
    card: 'value',
    cell: (line) => (
      <span className={styles.stockCell}>
        <span className={styles.exceptions}>
          <Exceptions line={line} />
        </span>
        <OnHand line={line} />
      </span>
    ),
  },
  {
    id: 'cartons',
    ...described(FAIR_LINE_LIST.cartons),
    room: 90,
    rank: 4,
    card: 'detail',
    cell: ({ cartons }) => <Cartons codes={cartons} />,
  },
];

/** The same columns on a phone's card, where exceptions have a place of their own. */
export const INVENTORY_CARD: readonly Column<FairLine>[] = [
  ...INVENTORY_COLUMNS,
  {
    id: 'stock',
    ...described(FAIR_LINE_LIST.stock),
    card: 'status',
    cell: (line) => <Exceptions line={line} />,
  },
];

/**
 * Column with the button that opens a line's form; pressed while it is open, so that the row stays
 * marked.
 */
export function adjustColumn(
  adjust: (line: FairLine) => void,
  adjusting: string | undefined,
): Column<FairLine> {
  return {
    id: 'adjust',
    header: 'Change',
    stays: true,
    cell: (line) => (
      <span className={styles.adjust}>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Adjust ${line.title}`}
          aria-pressed={line.id === adjusting}
          onClick={() => adjust(line)}
        >
          Adjust
        </Button>
      </span>
    ),
  };
}

/** Sent and received later, if anything was. */
function receivedWords(sent: number, received: number): string | undefined {
  return sent === received
    ? undefined
    : `${formatCount(sent)} sent, ${formatChange(received - sent)} received later`;
}

/** Parts of the other changes, which add up to them; undefined without any. */
function otherWords(line: FairLine): string | undefined {
  const { sentQty, receivedQty, missingQty, adjustQty, restockedQty, otherQty } = line;
  const adjusted = adjustQty - (receivedQty - sentQty);
  const back = otherQty - adjusted + missingQty - restockedQty;
  const parts = [
    [-missingQty, 'missing at delivery'],
    [adjusted, 'adjusted'],
    [restockedQty, 'refunded and back on the shelf'],
    [back, 'returned or lost'],
  ] as const;
  return (
    parts
      .filter(([units]) => units !== 0)
      .map(([units, words]) => `${formatChange(units)} ${words}`)
      .join(', ') || undefined
  );
}

/** Units sold, and a bar of their share of those received. */
function Sold({ line }: { line: FairLine }) {
  const { receivedQty, soldQty, restockedQty } = line;
  const sold = soldQty - restockedQty;
  const share = receivedQty > 0 ? Math.min(Math.max(sold / receivedQty, 0), 1) : Number(sold > 0);
  return (
    <span className={styles.sold} title={`${Math.round(share * 100)}% of the received units sold`}>
      <Count count={soldQty} />
      <span className={styles.soldBar} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}

/** Units on hand; below 0 if more were sold than there were. */
function OnHand({ line: { onHand, oversoldQty } }: { line: FairLine }) {
  const isOversold = oversoldQty > 0;
  return (
    <span
      className={isOversold ? `semibold ${styles.oversold}` : 'semibold'}
      title={isOversold ? `${pluralize(oversoldQty, 'unit')} sold beyond the stock` : undefined}
    >
      {formatCount(onHand - oversoldQty)}
      <small className={`${styles.word} ${styles.wordBelow}`}> on hand</small>
    </span>
  );
}

/** States that a person should know of; a title that is in stock and on sale has none. */
function Exceptions({ line: { stock, missingQty, status } }: { line: FairLine }) {
  const isUsual = stock === 'in' || stock === 'closed-out';
  if (isUsual && missingQty === 0 && status === 'active') return null;
  return (
    <span className="row gap-4">
      {!isUsual && <StatusPill status={STOCK[stock]} />}
      {missingQty > 0 && (
        <StatusPill status={{ label: `${formatCount(missingQty)} missing`, meaning: 'warn' }} />
      )}
      {status === 'inactive' && <StatusPill status={RECORD_STATUS.inactive} />}
    </span>
  );
}

/** `C02` of the carton `PRAIRIESTAR-26-01-C02`: the fair's own part is the same in every row. */
const shortCode = (code: string): string => /-(C\d+)$/.exec(code)?.[1] ?? code;

function Cartons({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return <span className="muted">–</span>;
  const shown = codes.slice(0, 2).map(shortCode).join(', ');
  return (
    <span className="monospace subdued" title={codes.join(', ')}>
      {codes.length > 2 ? `${shown} +${codes.length - 2}` : shown}
    </span>
  );
}
