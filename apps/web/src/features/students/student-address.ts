import { useLocation, useNavigate } from '@tanstack/react-router';
import { stringifySearch } from '#web/lib/search-params.ts';
import { useSearchParams } from '#web/lib/search-state.ts';

/**
 * Address state besides the list's filters: the open student and hidden names; with functions to
 * build links.
 */
export function useStudentAddress() {
  const params = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { student, names } = params;
  const at = (search: Record<string, unknown>): string => `${pathname}${stringifySearch(search)}`;
  const withStudent = (id: string | undefined): string => at({ ...params, student: id });
  return {
    openStudent: typeof student === 'string' ? student : undefined,
    hidesNames: names === 'hidden',
    /** The list with only these filters: a view. */
    listAt: (filters: Record<string, unknown>): string =>
      at({ ...(names === 'hidden' && { names }), ...filters }),
    /** The list as it is, with this student open beside it, or none. */
    withStudent,
    /** Opens a student, or none, keeping the list where it is. */
    open: (id: string | undefined): void =>
      void navigate({ href: withStudent(id), resetScroll: false }),
    /** Hides or shows the names on this page. */
    hideNames: (hidden: boolean): void =>
      void navigate({
        href: at({ ...params, names: hidden ? 'hidden' : undefined }),
        resetScroll: false,
        replace: true,
      }),
  };
}
