import { ordersApi } from '@pos/contract/orders';
import { pathTo } from '#web/lib/paths.ts';
import { Allowed } from '#web/lib/session.tsx';
import { Link } from '#web/ui/link.tsx';

/** Number of an order; links to it if the user may see it. */
export function OrderLink({ id, number }: { id: string; number: string }) {
  const shown = <span className="monospace no-wrap">{number}</span>;
  return (
    <Allowed to={ordersApi.getById} otherwise={shown}>
      <Link to={pathTo('orders', {}, { order: id })}>{shown}</Link>
    </Allowed>
  );
}
