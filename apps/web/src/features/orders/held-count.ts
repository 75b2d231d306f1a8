import { HeldOrdersQuery } from '@pos/contract/held-orders';
import { useQuery } from '@tanstack/react-query';
import { afterRows } from '#web/lib/list.ts';
import { toTotal, type Total } from '#web/lib/total.ts';
import { heldOrdersList } from './orders.data.ts';

/**
 * Number of orders held at a fair or at all fairs, loaded after the rows; null while loading,
 * undefined if it failed.
 */
export function useHeldCount(fairId: string | undefined): Total | null | undefined {
  const { queryKey, queryFn } = heldOrdersList(HeldOrdersQuery.parse({ limit: 10, fairId }));
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: (context) => afterRows().then(() => queryFn(context)),
    select: (answer) => toTotal(answer.data),
  });
  return isPending ? null : data;
}
