import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { readQuery, writeQuery } from './search-params.ts';

/** The raw query parameters of the address. */
export function useSearchParams(): Record<string, unknown> {
  return useSearch({ strict: false });
}

/**
 * The state of a list or a report: the address, read through the contract's query schema, and nowhere else.
 * `change` sets some keys (undefined removes one); unless `page` is among them the list goes back to its first page.
 * Keys that do not belong to the schema (`tab`, `view`) stay as they are.
 */
export function useSearchState<Schema extends z.ZodObject>(schema: Schema) {
  const params = useSearchParams();
  const navigate = useNavigate();
  const query = readQuery(schema, params);
  const foreign = Object.fromEntries(
    Object.entries(params).filter(([key]) => !Object.hasOwn(schema.shape, key)),
  );

  const change = (
    changes: { [Key in keyof z.output<Schema>]?: z.output<Schema>[Key] | undefined },
    options?: { replace?: boolean },
  ): void => {
    const next = { ...query, ...('page' in changes ? {} : { page: undefined }), ...changes };
    void navigate({
      to: '.',
      search: () => ({ ...foreign, ...writeQuery(schema, next) }),
      replace: options?.replace ?? false,
      resetScroll: false,
    });
  };
  return { query, change };
}
