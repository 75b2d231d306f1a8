import type { FairsQuery } from '@pos/contract/fairs';
import { useQuery } from '@tanstack/react-query';
import { rowsFirst } from '#web/lib/list.ts';
import { fairsList, salesByDay } from './fairs.data.ts';
import { salesTrends, type DayNet } from './sales-trends.ts';

/** Net sales by day of the fairs that the list shows, loaded after its rows. */
export function useSalesTrends(query: FairsQuery): ReadonlyMap<string, readonly DayNet[]> {
  // Reads what the list has loaded, and loads nothing itself.
  const { data: page } = useQuery({ ...rowsFirst(fairsList(query)), enabled: false });
  const fairs = page?.data.results ?? [];
  const { data: sales = [] } = useQuery(salesByDay(fairs));
  return salesTrends(fairs, sales);
}
