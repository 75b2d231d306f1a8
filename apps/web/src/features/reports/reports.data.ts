import type { Job } from '@pos/contract/jobs';
import {
  ALL_SCHOOLS,
  type NewReportFile,
  ReportFileResult,
  type ReportQuery,
} from '@pos/contract/report-query';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { labelOfEntry } from '#web/lib/choices.ts';
import { useOnceKey } from '#web/lib/once-key.ts';
import type { Choices } from '#web/ui/options.ts';

/**
 * Result of a report. Refetched only when it is run again: figures must not change while being
 * read.
 */
export const reportResult = (query: ReportQuery) =>
  queryOptions({
    queryKey: ['reports', query],
    queryFn: async ({ signal }) => (await api.reports.run({ query }, { signal })).data,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** Report being written to a file, or written already. */
export type ReportJob = { job: Job; question: NewReportFile };

const ASK_EVERY_MS = 1_000;

export function isAtWork({ job: { status } }: ReportJob): boolean {
  return status === 'queued' || status === 'running';
}

/**
 * The user's report files for these parameters, newest first; polled each second while one is being
 * made. Found again on a later visit.
 */
export const reportFiles = (query: ReportQuery) =>
  queryOptions({
    queryKey: ['jobs', 'reports', query],
    queryFn: async ({ signal }): Promise<ReportJob[]> => {
      const { results } = (
        await api.jobs.list({ query: { kind: 'report', limit: 50 } }, { signal })
      ).data;
      return results.flatMap((job): ReportJob[] => {
        const { data } = ReportFileResult.safeParse(job.result);
        return data && isSameQuestion(data.question, query)
          ? [{ job, question: data.question }]
          : [];
      });
    },
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? ASK_EVERY_MS : false),
  });

function isSameQuestion(
  { format: _, ...question }: NewReportFile,
  { format: __, ...query }: ReportQuery,
): boolean {
  const names = [
    ...new Set([...Object.keys(question), ...Object.keys(query)]),
  ] as (keyof typeof question)[];
  return names.every((name) => question[name] === query[name]);
}

export function useMakeReport() {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: (body: NewReportFile) =>
      api.reports.make({ body }, { idempotencyKey: keyOf(body) }),
    meta: { refreshes: [['jobs']] },
  });
}

/**
 * Schools to choose from by name or identifier; the value is the identifier, as reports require.
 */
const schoolsByIdentifier = (search: string) => ({
  queryKey: ['reports', 'schools', search],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<{ data: SchoolChoice[] }> => {
    const { data } = await api.schools.getSchools({ query: { search } }, { signal });
    return { data: data.map((school) => ({ ...school, value: school.identifier })) };
  },
});
/** The same including "All schools", found by its name, with the value `*`. */
const schoolsAndAll = (search: string) => ({
  queryKey: ['schools', 'by-identifier', 'and-all', search],
  queryFn: async (context: { signal: AbortSignal }): Promise<{ data: SchoolChoice[] }> => {
    const { data } = await schoolsByIdentifier(search).queryFn(context);
    return {
      data: ALL_SCHOOLS_CHOICE.label.toLowerCase().startsWith(search.trim().toLowerCase())
        ? [ALL_SCHOOLS_CHOICE, ...data]
        : data,
    };
  },
});
/** School to choose; "All schools" has no code and no time zone. */
export type SchoolChoice = { value: string; label: string; identifier?: string; timeZone?: string };
const ALL_SCHOOLS_CHOICE: SchoolChoice = { value: ALL_SCHOOLS, label: 'All schools' };

/** School of an identifier, ignoring case; null if there is none. */
export const schoolQuery = (identifier: string) =>
  queryOptions({
    queryKey: ['schools', 'of-identifier', identifier.toLowerCase()],
    queryFn: ({ signal }) => readSchool(identifier, signal),
    enabled: identifier !== '',
  });

async function readSchool(identifier: string, signal: AbortSignal): Promise<SchoolChoice | null> {
  if (identifier === ALL_SCHOOLS) return ALL_SCHOOLS_CHOICE;
  const [school] = (await api.schools.getSchools({ query: { identifier } }, { signal })).data;
  return school ? { ...school, value: school.identifier, label: labelOfEntry(school) } : null;
}

/** Schools for a report's form, including "All schools" if `withAll`. */
export const reportSchools = (withAll: boolean): Choices<SchoolChoice> => ({
  options: withAll ? schoolsAndAll : schoolsByIdentifier,
  labelOf: (identifier) => ({
    queryKey: ['schools', 'report-label', identifier.toLowerCase()],
    queryFn: async ({ signal }) => (await readSchool(identifier, signal))?.label ?? identifier,
  }),
});

/**
 * Active fairs of a school: the live one first, then past ones, then upcoming ones.
 */
export const schoolFairsQuery = (schoolIdentifier: string) =>
  queryOptions({
    queryKey: ['fairs', 'of-school', schoolIdentifier.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { data } = await api.fairs.getFairOptions(
        { query: { search: schoolIdentifier } },
        { signal },
      );
      return data.filter(
        (fair) => fair.schoolIdentifier.toLowerCase() === schoolIdentifier.toLowerCase(),
      );
    },
    enabled: schoolIdentifier !== '' && schoolIdentifier !== ALL_SCHOOLS,
  });
/** Fair of an ID, as a report requires it; null if there is none. */
export const fairOfId = (id: string) =>
  queryOptions({
    queryKey: ['fairs', 'option', id],
    queryFn: async ({ signal }) =>
      (await api.fairs.getFairOptions({ query: { id } }, { signal })).data[0] ?? null,
    enabled: id !== '',
  });

export type ReportFair = Awaited<ReturnType<typeof api.fairs.getFairOptions>>['data'][number];
