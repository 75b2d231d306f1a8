import { api } from './api.ts';
import { dataQuery } from './calls.ts';

/** Settings that every user can read: company, support contact, receipt footer, version. */
export const appInfo = dataQuery(
  ['settings', 'contact'],
  api.settings.get,
  {},
  {
    staleTime: 10 * 60_000,
  },
);
