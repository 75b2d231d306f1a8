import { TITLE_LIST } from '@pos/contract/columns/all-inventory';
import type { InventoryTitle, TitleStock } from '@pos/contract/inventory';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconAlertTriangle } from '@tabler/icons-react';
import { RECORD_STATUS } from '#web/ui/record-status.ts';
import { StatusPill, type StatusText } from '#web/ui/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';

/** Labels of a title's warehouse stock; the normal state has no tint in a list. */
export const TITLE_STOCK: Record<TitleStock, StatusText> = {
  in: { label: 'In stock', meaning: 'ok' },
  low: { label: 'Low', meaning: 'warn' },
  out: { label: 'Out of stock', meaning: 'off' },
  negative: { label: 'Short', meaning: 'bad' },
};

const quantity = (id: 'warehouseQty' | 'allocatedQty' | 'atFairsQty'): Column<InventoryTitle> => ({
  id,
  ...described(TITLE_LIST[id]),
  sort: id,
  cell: (title) => (
    <span className={title[id] === 0 ? 't3' : undefined}>{formatCount(title[id])}</span>
  ),
});

/** Columns of the catalog. Available is the warehouse stock less allocations. */
export const TITLE_COLUMNS: readonly Column<InventoryTitle>[] = [
  {
    id: 'title',
    ...described(TITLE_LIST.title),
    sort: 'title',
    card: 'title',
    cell: ({ title, author, isbn13, sku, sameIsbn }) => (
      <span className="two title-cell">
        <span className="ell md" title={author ? `${title}, ${author}` : title}>
          {title}
        </span>
        <small>
          <span className="mono">{isbn13 ?? sku}</span>
          {sameIsbn.length > 0 && <SameIsbn skus={sameIsbn} />}
        </small>
      </span>
    ),
  },
  {
    id: 'author',
    ...described(TITLE_LIST.author),
    sort: 'author',
    cell: ({ author }) =>
      author ? (
        <span className="ell author-cell" title={author}>
          {author}
        </span>
      ) : (
        <span className="t3">–</span>
      ),
  },
  {
    id: 'category',
    ...described(TITLE_LIST.category),
    sort: 'category',
    cell: ({ category }) => category,
  },
  {
    id: 'price',
    ...described(TITLE_LIST.priceCents),
    sort: 'priceCents',
    card: 'detail',
    cell: ({ priceCents }) => formatCents(priceCents),
  },
  {
    id: 'taxable',
    ...described(TITLE_LIST.taxable),
    cell: ({ taxable }) => (taxable ? 'Yes' : <span className="t3">No</span>),
  },
  quantity('warehouseQty'),
  quantity('allocatedQty'),
  {
    id: 'available',
    ...described(TITLE_LIST.availableQty),
    sort: 'availableQty',
    card: 'value',
    cell: ({ availableQty }) => (
      <span className={availableQty < 0 ? 'sb oversold' : 'sb'}>
        {formatCount(availableQty)}
        <small className="on-hand-word"> available</small>
      </span>
    ),
  },
  quantity('atFairsQty'),
  {
    id: 'fairs',
    ...described(TITLE_LIST.fairs),
    card: 'detail',
    cell: ({ fairs }) => (
      <span
        className={fairs === 0 ? 't3' : undefined}
        title={pluralize(fairs, 'fair that is not closed out', 'fairs that are not closed out')}
      >
        {formatCount(fairs)}
        <small className="on-hand-word"> {fairs === 1 ? 'fair' : 'fairs'}</small>
      </span>
    ),
  },
  {
    id: 'stock',
    ...described(TITLE_LIST.stock),
    card: 'status',
    cell: ({ stock }) =>
      stock === 'in' ? (
        <span className="t2">{TITLE_STOCK.in.label}</span>
      ) : (
        <StatusPill status={TITLE_STOCK[stock]} />
      ),
  },
  {
    id: 'status',
    ...described(TITLE_LIST.status),
    sort: 'status',
    card: 'status',
    cell: ({ status }) => <StatusPill status={RECORD_STATUS[status]} quiet />,
  },
];

function SameIsbn({ skus }: { skus: readonly string[] }) {
  return (
    <span className="same-isbn" title={`The same ISBN: ${skus.join(', ')}`}>
      <IconAlertTriangle size={12} aria-hidden /> Duplicate ISBN
      <span className="vh"> with {skus.join(', ')}</span>
    </span>
  );
}
