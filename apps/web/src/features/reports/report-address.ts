import { ReportQuery } from '@pos/contract/reports';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSearchParams } from '#web/lib/search-state.ts';

const KEYS = Object.keys(ReportQuery.shape).filter((key) => key !== 'format');
/** The last choice, kept in this browser until the person signs out. */
const LAST = 'admin.report';

/**
 * What the address asks for: `given` as it stands there (or, where it says nothing, the last choice), `query` when it is
 * a whole question and `run` to ask another one.
 */
export function useReportAddress() {
  const params = useSearchParams();
  const navigate = useNavigate();
  const asked = JSON.stringify(Object.fromEntries(KEYS.flatMap((key) => (typeof params[key] === 'string' ? [[key, params[key]]] : []))));
  return useMemo(() => {
    const given = JSON.parse(asked) as Record<string, string>;
    const isAsked = Object.keys(given).length > 0;
    return {
      given: isAsked ? given : lastChoice(),
      query: isAsked ? ReportQuery.safeParse(given).data : undefined,
      run: async (query: ReportQuery): Promise<void> => {
        localStorage.setItem(LAST, JSON.stringify(query));
        await navigate({ to: '.', search: () => ({ ...query }), resetScroll: false });
      },
    };
  }, [asked, navigate]);
}

function lastChoice(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(LAST) ?? '{}');
    return Object.fromEntries(Object.entries(kept ?? {}).map(([key, value]) => [key, String(value)]));
  } catch {
    return {};
  }
}
