import { ReportQuery } from '@pos/contract/reports/report-query';
import { Id } from '@pos/contract/values';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { keepSealed, readSealed } from '#web/lib/drafts/sealed-store.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { noteRun } from './report-runs.ts';
import { fairOfId, firstFair, type ReportFair } from './reports.data.ts';

const KEYS = Object.keys(ReportQuery.shape).filter((key) => key !== 'format');
/** Last choice, kept sealed in this browser until the user signs out. */
const LAST = 'report';

type AddressQuery = Readonly<Record<string, string>>;

/**
 * State of the reports page: `given` from the address, `query` once it is complete, and `run` to
 * run another. An address without a school is completed from the fair of the top bar, the last
 * choice or the first fair, and runs at once; `isProposing` until that is known.
 */
export function useReportAddress() {
  const params = useSearchParams();
  const navigate = useNavigate();
  const owner = useSession()?.user.id;
  const { data: fairId = '' } = Id.safeParse(params['fairId']);
  const asked = JSON.stringify(
    Object.fromEntries(
      KEYS.flatMap((key) => (typeof params[key] === 'string' ? [[key, params[key]]] : [])),
    ),
  );
  const { given, query } = useMemo(() => {
    const values = JSON.parse(asked) as AddressQuery;
    return { given: values, query: ReportQuery.safeParse(values).data };
  }, [asked]);
  const queryClient = useQueryClient();
  const isOpen = !given['schoolIdentifier'] && owner !== undefined;
  const start = { given, fairId, owner: owner ?? '' };
  const proposed = useQuery({
    queryKey: ['reports', 'proposal', start],
    queryFn: () => propose(queryClient, start),
    enabled: isOpen,
    gcTime: 0,
    retry: false,
  });
  const proposal = isOpen ? proposed.data : undefined;

  const keptKey = query && JSON.stringify(query);
  useEffect(() => {
    if (!owner || !keptKey) return;
    const kept = JSON.parse(keptKey) as ReportQuery;
    void keepSealed(owner, LAST, kept);
    void noteRun(owner, kept.reportType);
  }, [owner, keptKey]);
  const runKey = proposal && JSON.stringify(proposal);
  useEffect(() => {
    if (!runKey) return;
    const found = JSON.parse(runKey) as ReportQuery;
    void navigate({
      to: '.',
      search: () => ({ ...(fairId && { fairId }), ...found }),
      replace: true,
      resetScroll: false,
    });
  }, [runKey, fairId, navigate]);

  return {
    given,
    query,
    isProposing: isOpen && (proposed.isPending || Boolean(proposal)),
    run: async (next: ReportQuery): Promise<void> => {
      await navigate({
        to: '.',
        search: () => ({ ...(fairId && { fairId }), ...next }),
        resetScroll: false,
      });
    },
  };
}

/** Values that complete a report without a school. */
type Start = { given: AddressQuery; fairId: string; owner: string };

/** Proposes a report for the fair of the top bar, else the last one, else that of the first fair. */
async function propose(
  queryClient: QueryClient,
  { given, fairId, owner }: Start,
): Promise<ReportQuery | null> {
  const last = await readLast(owner);
  const fair = fairId ? await queryClient.fetchQuery(fairOfId(fairId)) : null;
  const ofScope = fair && toQuery({ ...pickType(last), ...given, ...ofFair(fair) });
  const found = ofScope ?? toQuery({ ...last, ...given });
  if (found) return found;
  const first = await queryClient.fetchQuery(firstFair);
  return (first && toQuery({ ...given, ...ofFair(first) })) ?? null;
}

function toQuery(values: AddressQuery): ReportQuery | undefined {
  return ReportQuery.safeParse({ reportType: 'SALES_SUMMARY', ...values }).data;
}

function pickType({ reportType }: AddressQuery): AddressQuery {
  return reportType ? { reportType } : {};
}

function ofFair({ schoolIdentifier, identifier, startDate, endDate }: ReportFair): AddressQuery {
  return { schoolIdentifier, fairIdentifier: identifier, startDate, endDate, wholeFair: 'true' };
}

/** The user's last report parameters, empty if there are none. */
async function readLast(owner: string): Promise<AddressQuery> {
  const saved = await readSealed(owner, LAST);
  return Object.fromEntries(
    Object.entries(saved ?? {}).map(([key, value]) => [key, String(value)]),
  );
}
