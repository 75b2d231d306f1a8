import { HeldOrdersQuery } from '@pos/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { afterRows } from '#web/lib/list.ts';
import { countOf } from '#web/lib/money.ts';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { heldOrdersList } from './orders.data.ts';

/** How many orders of a fair, or of all, wait to be booked, read behind the rows; null while that is on its way, undefined where it could not be read. */
export function useHeldCount(fairId: string | undefined): number | null | undefined {
  const { queryKey, queryFn } = heldOrdersList(HeldOrdersQuery.parse({ limit: 10, fairId }));
  const { data, isPending } = useQuery({ queryKey, queryFn: (context) => afterRows().then(() => queryFn(context)), select: (answer) => answer.data.totalResults });
  return isPending ? null : data;
}

/** Says that orders wait, and leads to them; nothing when none does. */
export function HeldNotice({ count, to }: { count: number | null | undefined; to: string }) {
  if (!count) return null;
  return (
    <Notice kind="warn" action={<Link to={to}>{`View ${countOf(count, 'held order', 'held orders')}`}</Link>}>
      <b className="sb">{countOf(count, 'order waits', 'orders wait')} to be booked.</b> {count === 1 ? 'A register sold it, but it cannot be booked as it stands. It is' : 'Registers sold them, but they cannot be booked as they stand. They are'} in no report.
    </Notice>
  );
}
