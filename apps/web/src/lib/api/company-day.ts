import { today } from '@pos/contract/values/clock';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { afterRows } from '../lists/list.ts';
import { HERE } from '../input/time.ts';

/** The company's time zone; loaded after the rows and cached long, because it rarely changes. */
const companyZone = queryOptions({
  queryKey: ['settings', 'zone'],
  queryFn: async ({ signal }) => {
    await afterRows();
    return (await api.settings.get(undefined, { signal })).data.defaultTimeZone;
  },
  staleTime: 3_600_000,
});

/**
 * Today in the given zone, else in the company's zone, like the dashboard; in this browser's zone
 * until that is known.
 */
export function useToday(timeZone: string | undefined): string {
  const { data } = useQuery({ ...companyZone, enabled: timeZone === undefined });
  return today(timeZone ?? data ?? HERE);
}
