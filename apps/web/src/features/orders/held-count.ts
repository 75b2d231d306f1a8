import { HeldOrdersQuery } from '@pos/contract/held-orders';
import { useQuery } from '@tanstack/react-query';
import { afterRows } from '#web/lib/list.ts';
import { heldOrdersList } from './orders.data.ts';

/** How many orders of a fair, or of all, wait to be booked, read behind the rows; null while that is on its way, undefined where it could not be read. */
export function useHeldCount(fairId: string | undefined): number | null | undefined {
  const { queryKey, queryFn } = heldOrdersList(HeldOrdersQuery.parse({ limit: 10, fairId }));
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: (context) => afterRows().then(() => queryFn(context)),
    select: (answer) => answer.data.totalResults,
  });
  return isPending ? null : data;
}
