import { ReportQuery } from '@pos/contract/report-query';
import { Id } from '@pos/contract/values';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { keepSealed, readSealed } from '#web/lib/sealed-store.ts';
import { useSearchParams } from '#web/lib/search-state.ts';
import { useSession } from '#web/lib/session.tsx';
import { fairOfId } from './reports.data.ts';

const KEYS = Object.keys(ReportQuery.shape).filter((key) => key !== 'format');
/** Last choice, kept sealed in this browser until the user signs out. */
const LAST = 'report';
const NOTHING: Readonly<Record<string, string>> = {};

/**
 * State of the reports page: `given` from the address (or the last choice if it is empty), `query`
 * once it is complete, and `run` to run another. Proposes the top bar's fair (`fairId`) if nothing
 * was run yet.
 */
export function useReportAddress() {
  const params = useSearchParams();
  const navigate = useNavigate();
  const owner = useSession()?.user.id;
  const last = useLastChoice(owner);
  const { data: fairId = '' } = Id.safeParse(params['fairId']);
  const { data: fair } = useQuery(fairOfId(fairId));
  const asked = JSON.stringify(
    Object.fromEntries(
      KEYS.flatMap((key) => (typeof params[key] === 'string' ? [[key, params[key]]] : [])),
    ),
  );
  return useMemo(() => {
    const given = JSON.parse(asked) as Record<string, string>;
    const isAsked = Object.keys(given).length > 0;
    return {
      given:
        isAsked && (given['schoolIdentifier'] || !fair)
          ? given
          : fair
            ? {
                ...last,
                ...given,
                schoolIdentifier: fair.schoolIdentifier,
                fairIdentifier: fair.identifier,
                startDate: fair.startDate,
                endDate: fair.endDate,
              }
            : last,
      query: isAsked ? ReportQuery.safeParse(given).data : undefined,
      run: async (query: ReportQuery): Promise<void> => {
        if (owner) void keepSealed(owner, LAST, query);
        await navigate({ to: '.', search: () => ({ fairId, ...query }), resetScroll: false });
      },
    };
  }, [asked, last, fair, fairId, owner, navigate]);
}

/** The user's last report parameters, once loaded. */
function useLastChoice(owner: string | undefined): Readonly<Record<string, string>> {
  const [last, setLast] = useState(NOTHING);
  useEffect(() => {
    let isGone = false;
    if (owner) {
      void readSealed(owner, LAST).then((saved) => {
        if (!isGone && saved)
          setLast(
            Object.fromEntries(Object.entries(saved).map(([key, value]) => [key, String(value)])),
          );
      });
    }
    return () => {
      isGone = true;
    };
  }, [owner]);
  return last;
}
