import { RECORD_STATUS } from '@pos/contract/record-status';
import { TITLE_LIST } from '@pos/contract/stock/all-inventory.columns';
import { TITLE_STOCK } from '@pos/contract/stock/inventory';
import type { InventoryTitle } from '@pos/contract/stock/inventory';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Count } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import * as styles from './inventory.module.css';

const quantity = (
  id: 'warehouseQty' | 'allocatedQty' | 'atFairsQty',
  rank: number,
): Column<InventoryTitle> => ({
  id,
  ...described(TITLE_LIST[id]),
  sort: id,
  rank,
  cell: (title) => <Count count={title[id]} />,
});

/** Columns of the catalog. Available is the warehouse stock less allocations. */
export const TITLE_COLUMNS: readonly Column<InventoryTitle>[] = [
  {
    id: 'title',
    ...described(TITLE_LIST.title),
    sort: 'title',
    wraps: 298,
    card: 'title',
    picture: ({ title, category, pictureId }) => (
      <TitleCover title={title} category={category} pictureId={pictureId} />
    ),
    cell: ({ title, author, isbn13, sku, sameIsbn }) => (
      <span className="two-lines">
        <span className="medium" title={author ? `${title}, ${author}` : title}>
          {title}
        </span>
        <small className="row gap-8">
          <span className="monospace">{isbn13 ?? sku}</span>
          {sameIsbn.length > 0 && <SameIsbn skus={sameIsbn} />}
        </small>
      </span>
    ),
  },
  {
    id: 'author',
    ...described(TITLE_LIST.author),
    sort: 'author',
    rank: 3,
    wraps: 170,
    cell: ({ author }) => author || <span className="muted">–</span>,
  },
  {
    id: 'category',
    ...described(TITLE_LIST.category),
    room: 110,
    sort: 'category',
    rank: 2,
    cell: ({ category }) => category,
  },
  {
    id: 'price',
    ...described(TITLE_LIST.priceCents),
    sort: 'priceCents',
    rank: 8,
    card: 'detail',
    cell: ({ priceCents }) => formatCents(priceCents),
  },
  {
    id: 'taxable',
    ...described(TITLE_LIST.taxable),
    rank: 1,
    isExtra: true,
    cell: ({ taxable }) => (taxable ? 'Yes' : <span className="muted">No</span>),
  },
  quantity('warehouseQty', 7),
  quantity('allocatedQty', 5),
  {
    id: 'available',
    ...described(TITLE_LIST.availableQty),
    sort: 'availableQty',
    card: 'value',
    cell: (title) => (
      <span className={styles.stockCell}>
        <span className={styles.exceptions}>
          <Exceptions title={title} />
        </span>
        <span className={title.availableQty < 0 ? `semibold ${styles.oversold}` : 'semibold'}>
          {formatCount(title.availableQty)}
          <small className={`${styles.word} ${styles.wordBelow}`}> available</small>
        </span>
      </span>
    ),
  },
  quantity('atFairsQty', 6),
  {
    id: 'fairs',
    ...described(TITLE_LIST.fairs),
    rank: 4,
    card: 'detail',
    cell: ({ fairs }) => (
      <span
        className={fairs === 0 ? 'muted' : undefined}
        title={`${pluralize(fairs, 'fair')} not closed out or with units still there`}
      >
        {formatCount(fairs)}
        <small className={styles.word}> {fairs === 1 ? 'fair' : 'fairs'}</small>
      </span>
    ),
  },
];

/** The same columns on a phone's card, where exceptions have a place of their own. */
export const TITLE_CARD: readonly Column<InventoryTitle>[] = [
  ...TITLE_COLUMNS,
  {
    id: 'stock',
    ...described(TITLE_LIST.stock),
    card: 'status',
    cell: (title) => <Exceptions title={title} />,
  },
];

/** States that a person should know of; a title that is in stock and active has none. */
function Exceptions({ title: { stock, status } }: { title: InventoryTitle }) {
  if (stock === 'in' && status === 'active') return null;
  return (
    <span className="row gap-4">
      {stock !== 'in' && <StatusPill status={TITLE_STOCK[stock]} />}
      {status === 'inactive' && <StatusPill status={RECORD_STATUS.inactive} />}
    </span>
  );
}

function SameIsbn({ skus }: { skus: readonly string[] }) {
  return (
    <span className={styles.sameIsbn} title={`The same ISBN: ${skus.join(', ')}`}>
      <IconAlertTriangle size={12} aria-hidden /> Duplicate ISBN
      <span className="visually-hidden"> with {skus.join(', ')}</span>
    </span>
  );
}
