import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Settings that every user can read: company, support contact, receipt footer, version. */
export const appInfo = queryOptions({
  queryKey: ['settings', 'contact'],
  queryFn: async ({ signal }) => (await api.settings.get(undefined, { signal })).data,
  staleTime: 10 * 60_000,
});
