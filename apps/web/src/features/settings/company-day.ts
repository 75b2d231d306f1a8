import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { afterRows } from '#web/lib/list.ts';
import { today } from '#web/lib/time.ts';

/** Where the company's days begin; read behind the rows, because it changes once in years. */
const companyZone = queryOptions({
  queryKey: ['settings', 'zone'],
  queryFn: async ({ signal }) => {
    await afterRows();
    return (await api.settings.get(undefined, { signal })).data.defaultTimeZone;
  },
  staleTime: 3_600_000,
});

/** Today in a zone, else where the company is, as the dashboard counts its days; in the zone of this browser until that is known. */
export function useToday(timeZone: string | undefined): string {
  const { data } = useQuery({ ...companyZone, enabled: timeZone === undefined });
  return today(timeZone ?? data);
}
