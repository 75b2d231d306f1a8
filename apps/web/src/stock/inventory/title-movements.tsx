import type {
  MovementPlace,
  TitleMovement,
  TitleMovementKind,
} from '@pos/contract/stock/title-movements';
import { formatCount } from '@pos/contract/values/counts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { DelayedSkeleton, ErrorNotice } from '#web/ui/messages/notice.tsx';
import { Ago } from '#web/ui/values/ago.tsx';
import { ToArrow } from '#web/ui/values/to-arrow.tsx';
import { titleMovements } from './inventory.data.ts';
import { REASONS } from './stock-words.ts';
import * as styles from './inventory.module.css';

type MovedTitle = { id: string; sku: string; title: string };

/**
 * Movements of a title in the warehouse and to and from fairs, newest first, each with a link to
 * what wrote it. Sales at fairs are left out.
 */
export function TitleMovementList({ title }: { title: MovedTitle }) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    titleMovements(title.id),
  );
  if (!data && error)
    return <ErrorNotice what="The movements" error={error} retry={() => void refetch()} />;
  if (!data) return <DelayedSkeleton height={120} />;
  const movements = data.pages.flatMap((page) => page.movements);
  if (movements.length === 0)
    return <p className="subdued">No unit of this title was received, sent or counted yet.</p>;
  return (
    <div className="stack">
      <Card title="Movements" intro="Without sales at fairs." rows>
        <ul className={`${styles.titleMovements} lined`} aria-label={`Movements of ${title.title}`}>
          {movements.map((movement) => (
            <MovementRow key={movement.id} movement={movement} sku={title.sku} />
          ))}
        </ul>
      </Card>
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
            Show older movements
          </Button>
        </div>
      )}
    </div>
  );
}

function MovementRow({ movement, sku }: { movement: TitleMovement; sku: string }) {
  const { at, actor, note, qty, from, to } = movement;
  const delta = to === 'warehouse' ? qty : from === 'warehouse' ? -qty : undefined;
  return (
    <li>
      <span className="two-lines">
        <span>
          {movementName(movement)}
          <DocumentLink movement={movement} sku={sku} />
        </span>
        <small>
          <PlaceName place={from} fair={movement.fromFair} /> <ToArrow />{' '}
          <PlaceName place={to} fair={movement.toFair} /> · <Ago at={at} /> ·{' '}
          <span data-private>{actor}</span>
          {note && ` · ${note}`}
        </small>
      </span>
      <span className="numeric medium">
        {delta === undefined ? (
          <span className="subdued">{formatCount(qty)}</span>
        ) : (
          <>
            {delta > 0 && '+'}
            {formatCount(delta)}
          </>
        )}
      </span>
    </li>
  );
}

const NAMES: Record<TitleMovementKind, string> = {
  sent: 'Sent to a fair',
  missing: 'Missing or short carton',
  adjusted: 'Adjusted',
  returned: 'Returned',
  returned_damaged: 'Returned damaged',
  lost: 'Missing from the return',
  sync: 'Delivery of the source system',
  correction: 'More than was on record',
  ship_to_school: 'Shipped to school',
  received: 'Received',
  received_damaged: 'Received damaged',
  received_reversed: 'Receipt reversed',
  counted: 'Counted',
};

function movementName({ kind, reason, to }: TitleMovement): string {
  if (kind === 'lost' && to === 'fair') return 'More came back than expected';
  if (reason === 'transfer_in' || reason === 'transfer_out') return 'Moved to another fair';
  return reason ? `${NAMES[kind]}: ${REASONS[reason]}` : NAMES[kind];
}

const PLACES: Record<MovementPlace, string> = {
  warehouse: 'Warehouse',
  fair: 'Fair',
  customer: 'Customer',
  lost: 'Written off',
  supplier: 'Supplier',
};

function PlaceName({ place, fair }: { place: MovementPlace; fair: TitleMovement['fromFair'] }) {
  return fair ? <Link to={fairPath(fair.id, 'inventory')}>{fair.name}</Link> : PLACES[place];
}

/** Link to the record that wrote a movement; nothing if it has no page. */
function DocumentLink({ movement, sku }: { movement: TitleMovement; sku: string }) {
  const { document } = movement;
  const target = document && documentTarget(document, movement, sku);
  if (!target) return null;
  return (
    <>
      {' '}
      · <Link to={target.to}>{target.label}</Link>
    </>
  );
}

type Target = { to: string; label: string };

function documentTarget(
  { kind, id, label }: NonNullable<TitleMovement['document']>,
  { fromFair, toFair }: TitleMovement,
  sku: string,
): Target | undefined {
  switch (kind) {
    case 'receipt':
    case 'count':
    case 'shipment':
      return { to: `${pathTo('warehouse')}/${kind}s/${id}`, label };
    case 'put_away':
      return { to: `${pathTo('warehouse')}/returns/${id}`, label };
    case 'order':
      return { to: pathTo('orders', {}, { order: id }), label };
    default: {
      const fair = fromFair ?? toFair;
      return fair ? fairTargets(fair.id, { id, label, sku })[kind] : undefined;
    }
  }
}

/** Parts of a fair's page that show what wrote a movement, by its kind. */
const fairTargets = (
  fairId: string,
  { id, label, sku }: { id: string; label: string; sku: string },
): Partial<Record<NonNullable<TitleMovement['document']>['kind'], Target>> => ({
  carton: { to: fairPath(fairId, 'cartons', { carton: id }), label },
  adjustment: { to: fairPath(fairId, 'inventory', { search: sku }), label: 'Adjustment' },
  close_out: { to: fairPath(fairId, 'close-out'), label: 'Close-out' },
  upload: { to: fairPath(fairId, 'inventory'), label: label || 'Packing list' },
});
