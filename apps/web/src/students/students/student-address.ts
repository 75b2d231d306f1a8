import { useLocation, useNavigate } from '@tanstack/react-router';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';

/** Address state besides the list's filters: the open student; with functions to build links. */
export function useStudentAddress() {
  const params = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { student } = params;
  const at = (search: Record<string, unknown>): string => `${pathname}${stringifySearch(search)}`;
  const withStudent = (id: string | undefined, changes: Record<string, unknown> = {}): string =>
    at({ ...params, ...changes, student: id });
  return {
    openStudent: typeof student === 'string' ? student : undefined,
    /** The list with only these filters: a view. */
    listAt: at,
    /** The list as it is, with this student open beside it, or none. */
    withStudent,
    /** Opens a student, or none, keeping the list where it is. */
    open: (id: string | undefined, changes?: Record<string, unknown>): void =>
      void navigate({ href: withStudent(id, changes), resetScroll: false }),
  };
}
