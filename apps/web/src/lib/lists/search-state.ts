import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { readQuery, writeQuery } from './search-params.ts';

/** Raw query parameters of the address. */
export function useSearchParams(): Record<string, unknown> {
  return useSearch({ strict: false });
}

/**
 * State of a list or report. The address, read through the contract's query schema, is its only
 * store. `change` sets some keys (undefined removes one) and returns to the first page unless
 * `page` is among them; then `cursor` is its place, if given. Keys outside the schema (`tab`, `view`)
 * stay as they are. A change that comes while another page loads is dropped: it would be written into
 * that page's address.
 */
export function useSearchState<Schema extends z.ZodObject>(schema: Schema) {
  const params = useSearchParams();
  const navigate = useNavigate();
  const router = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const query = readQuery(schema, params);
  const foreign = Object.fromEntries(
    Object.entries(params).filter(([key]) => !Object.hasOwn(schema.shape, key)),
  );

  const change = (
    changes: { [Key in keyof z.output<Schema>]?: z.output<Schema>[Key] | undefined },
    options?: { replace?: boolean },
  ): void => {
    if (router.latestLocation.pathname !== pathname) return;
    const next = {
      ...query,
      cursor: undefined,
      ...('page' in changes ? {} : { page: undefined }),
      ...changes,
    };
    void navigate({
      to: '.',
      search: () => ({ ...foreign, ...writeQuery(schema, next) }),
      replace: options?.replace ?? false,
      resetScroll: false,
    });
  };
  return { query, change };
}
