import { useLocation, useNavigate } from '@tanstack/react-router';
import { stringifySearch } from './search-params.ts';
import { useSearchParams } from './search-state.ts';

/**
 * Address state of a list besides its filters: the record that is open beside it, under `key`; with
 * functions to build links. `kept` tells the keys of a surrounding page, such as a fair's tab, which
 * stay when the list changes.
 */
export function useRecordAddress(key: string, kept: (key: string) => boolean = () => false) {
  const params = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const around = Object.fromEntries(Object.entries(params).filter(([each]) => kept(each)));
  const openId = params[key];
  const withRecord = (id: string | undefined, changes: Record<string, unknown> = {}): string =>
    `${pathname}${stringifySearch({ ...params, ...changes, [key]: id })}`;
  const open = (id: string | undefined, changes?: Record<string, unknown>): void =>
    void navigate({ href: withRecord(id, changes), resetScroll: false });
  return {
    openId: typeof openId === 'string' ? openId : undefined,
    /** The list with only these filters: a view. */
    listAt: (filters: Record<string, unknown>): string =>
      `${pathname}${stringifySearch({ ...around, ...filters })}`,
    /** The list as it is, with this record open beside it, or none. */
    withRecord,
    /** Opens another record, or none, keeping the list where it is. */
    open,
    /** Closes the record; the focus returns to its row. */
    close: (): void => {
      document.querySelector<HTMLElement>('a[data-row][aria-current="page"]')?.focus();
      open(undefined);
    },
  };
}
