import { FAIR_LINE_LIST } from '@pos/contract/columns/fair-inventory';
import type { FairLine, StockState } from '@pos/contract/inventory';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { Button } from '#web/ui/button.tsx';
import { RECORD_STATUS } from '#web/ui/record-status.ts';
import { StatusPill, type StatusText } from '#web/ui/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import * as styles from './inventory.module.css';

/** Labels of a line's stock state; the normal state has no tint in a list. */
export const STOCK: Record<StockState, StatusText> = {
  in: { label: 'In stock', meaning: 'ok' },
  'last-copy': { label: 'Last copy', meaning: 'warn' },
  'sold-out': { label: 'Sold out', meaning: 'off' },
  oversold: { label: 'Oversold', meaning: 'bad' },
};

const quantity = (
  id: 'sentQty' | 'missingQty' | 'adjustQty' | 'soldQty' | 'restockedQty',
  sort?: string,
): Column<FairLine> => ({
  id,
  ...described(FAIR_LINE_LIST[id]),
  ...(sort && { sort }),
  cell: (line) => (
    <span className={line[id] === 0 ? 'muted' : undefined}>{formatCount(line[id])}</span>
  ),
});

/**
 * Columns of a fair's inventory. Sent − missing + adjusted − sold + restocked is the expected on
 * hand.
 */
export const INVENTORY_COLUMNS: readonly Column<FairLine>[] = [
  {
    id: 'title',
    ...described(FAIR_LINE_LIST.title),
    sort: 'title',
    card: 'title',
    cell: ({ title, author, isbn13, sku }) => (
      <span className={`two-lines ${styles.titleCell}`}>
        <span className="ellipsis medium" title={author ? `${title}, ${author}` : title}>
          {title}
        </span>
        <small className="monospace">{isbn13 ?? sku}</small>
      </span>
    ),
  },
  {
    id: 'price',
    ...described(FAIR_LINE_LIST.priceCents),
    sort: 'priceCents',
    card: 'detail',
    cell: ({ priceCents }) => formatCents(priceCents),
  },
  quantity('sentQty', 'sentQty'),
  quantity('missingQty'),
  quantity('adjustQty'),
  quantity('soldQty', 'soldQty'),
  quantity('restockedQty'),
  {
    id: 'onHand',
    ...described(FAIR_LINE_LIST.onHand),
    sort: 'onHand',
    card: 'value',
    cell: ({ onHand, oversoldQty }) => (
      <span
        className="semibold"
        title={
          oversoldQty > 0
            ? `${pluralize(oversoldQty, 'unit', 'units')} sold beyond the stock`
            : undefined
        }
      >
        {formatCount(onHand)}
        {oversoldQty > 0 && <span className={styles.oversold}> {formatCount(-oversoldQty)}</span>}
        <small className={styles.word}> on hand</small>
      </span>
    ),
  },
  {
    id: 'stock',
    ...described(FAIR_LINE_LIST.stock),
    card: 'status',
    cell: ({ stock }) =>
      stock === 'in' ? (
        <span className="subdued">{STOCK.in.label}</span>
      ) : (
        <StatusPill status={STOCK[stock]} />
      ),
  },
  {
    id: 'cartons',
    ...described(FAIR_LINE_LIST.cartons),
    card: 'detail',
    cell: ({ cartons }) => <Cartons codes={cartons} />,
  },
  {
    id: 'status',
    ...described(FAIR_LINE_LIST.status),
    sort: 'status',
    cell: ({ status }) => <StatusPill status={RECORD_STATUS[status]} quiet />,
  },
];

const BESIDE = ['title', 'price', 'sentQty', 'soldQty', 'onHand', 'stock'];
/** Columns that stay visible while a line's form is open beside the list. */
export const BESIDE_A_FORM = INVENTORY_COLUMNS.filter(({ id }) => BESIDE.includes(id));

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
    card: 'status',
    stays: true,
    cell: (line) => (
      <Button
        size="sm"
        aria-label={`Adjust ${line.title}`}
        aria-pressed={line.id === adjusting}
        onClick={() => adjust(line)}
      >
        Adjust
      </Button>
    ),
  };
}

function Cartons({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return <span className="muted">–</span>;
  const shown = codes.slice(0, 2).join(', ');
  return (
    <span className="monospace subdued" title={codes.join(', ')}>
      {codes.length > 2 ? `${shown} +${codes.length - 2}` : shown}
    </span>
  );
}
