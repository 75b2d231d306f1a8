import { ApiError } from '@pos/contract/client';
import type { Job } from '@pos/contract/staff/jobs';
import {
  ALL_SCHOOLS,
  type NewReportFile,
  ReportFileResult,
  type ReportQuery,
} from '@pos/contract/reports/report-query';
import { formatDayRange } from '@pos/contract/values/days';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { labelOfEntry } from '#web/lib/lists/choices.ts';
import type { Choices } from '#web/ui/values/options.ts';

/**
 * Result of a report. Refetched only when it is run again: figures must not change while being
 * read.
 */
export const reportResult = (query: ReportQuery) =>
  dataQuery(
    ['reports', query],
    api.reports.run,
    { query },
    { staleTime: Infinity, refetchOnWindowFocus: false },
  );

/** Refusal of a report that names fields; it does not run the report itself. */
export function useRefusal(query: ReportQuery | undefined) {
  const { error } = useQuery(
    query
      ? { ...reportResult(query), enabled: false }
      : { queryKey: ['reports', 'none'], queryFn: skipToken },
  );
  return error instanceof ApiError && error.refusal.errors ? error.refusal : undefined;
}

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

export const useMakeReport = () =>
  useChange([['jobs']], (body: NewReportFile, once) => api.reports.make(...once({ body })));

/**
 * Subject of a report: a fair, all fairs of a school, or all schools. `detail` tells apart those
 * with the same name; a fair has its days.
 */
export type Subject = {
  value: string;
  label: string;
  detail: string;
  schoolIdentifier: string;
  fairIdentifier: string;
  startDate?: string;
  endDate?: string;
};

/** Key of a subject in its select; empty without a school. */
export function subjectKey(schoolIdentifier: string, fairIdentifier: string): string {
  return schoolIdentifier === '' ? '' : JSON.stringify([schoolIdentifier, fairIdentifier]);
}

const EVERY_SCHOOL: Subject = {
  value: subjectKey(ALL_SCHOOLS, ''),
  label: 'All schools',
  detail: 'Every fair of every school',
  schoolIdentifier: ALL_SCHOOLS,
  fairIdentifier: '',
};

function subjectOfFair(fair: ReportFair): Subject {
  const { schoolIdentifier, identifier: fairIdentifier, startDate, endDate } = fair;
  return {
    value: subjectKey(schoolIdentifier, fairIdentifier),
    label: fair.label,
    detail: `${fair.schoolName} · ${formatDayRange(startDate, endDate)}`,
    schoolIdentifier,
    fairIdentifier,
    startDate,
    endDate,
  };
}

/** Subjects to choose from: all schools, fairs, then schools, found by name or identifier. */
const subjects = (search: string) => ({
  queryKey: ['fairs', 'report-subjects', search],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<{ data: Subject[] }> => {
    const [fairs, schools] = await Promise.all([
      api.fairs.getFairOptions({ query: { search } }, { signal }),
      api.schools.getSchools({ query: { search } }, { signal }),
    ]);
    const all = EVERY_SCHOOL.label.toLowerCase().startsWith(search.trim().toLowerCase());
    return {
      data: [
        ...(all ? [EVERY_SCHOOL] : []),
        ...fairs.data.map(subjectOfFair),
        ...schools.data.map(({ identifier, label }): Subject => ({
          value: subjectKey(identifier, ''),
          label,
          detail: `All fairs of the school · ${identifier}`,
          schoolIdentifier: identifier,
          fairIdentifier: '',
        })),
      ],
    };
  },
});

/** Choices of the subject; those in an address are named too. */
export const reportSubjects: Choices<Subject> = {
  options: subjects,
  getLabel: (value) => ({
    queryKey: ['fairs', 'report-subject', value.toLowerCase()],
    queryFn: ({ signal }) => {
      const [school = '', fair = ''] = JSON.parse(value) as string[];
      return readSubjectLabel(school, fair, signal);
    },
  }),
};

async function readSubjectLabel(
  schoolIdentifier: string,
  fairIdentifier: string,
  signal: AbortSignal,
): Promise<string> {
  if (schoolIdentifier === ALL_SCHOOLS) return EVERY_SCHOOL.label;
  if (fairIdentifier !== '') {
    const fairs = await readFairs(schoolIdentifier, signal);
    return fairs.find((one) => isSame(one.identifier, fairIdentifier))?.label ?? fairIdentifier;
  }
  return (await readSchool(schoolIdentifier, signal))?.label ?? schoolIdentifier;
}

/** School of an identifier, ignoring case; null if there is none or it is every school. */
export const schoolQuery = (identifier: string) =>
  queryOptions({
    queryKey: ['schools', 'of-identifier', identifier.toLowerCase()],
    queryFn: ({ signal }) => readSchool(identifier, signal),
    enabled: identifier !== '' && identifier !== ALL_SCHOOLS,
  });

async function readSchool(identifier: string, signal: AbortSignal) {
  const [school] = (await api.schools.getSchools({ query: { identifier } }, { signal })).data;
  return school ? { ...school, label: labelOfEntry(school) } : null;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Active fairs of a school: the live one first, then past ones, then upcoming ones.
 */
export const schoolFairsQuery = (schoolIdentifier: string) =>
  queryOptions({
    queryKey: ['fairs', 'of-school', schoolIdentifier.toLowerCase()],
    queryFn: ({ signal }) => readFairs(schoolIdentifier, signal),
    enabled: schoolIdentifier !== '' && schoolIdentifier !== ALL_SCHOOLS,
  });

async function readFairs(schoolIdentifier: string, signal: AbortSignal): Promise<ReportFair[]> {
  const { data } = await api.fairs.getFairOptions(
    { query: { search: schoolIdentifier } },
    { signal },
  );
  return data.filter((fair) => isSame(fair.schoolIdentifier, schoolIdentifier));
}

/** Fair that a report proposes first: a live one, else the last; null if there is none. */
export const firstFair = queryOptions({
  queryKey: ['fairs', 'first-for-report'],
  queryFn: async ({ signal }) =>
    (await api.fairs.getFairOptions({ query: {} }, { signal })).data[0] ?? null,
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
