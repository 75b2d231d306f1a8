import type { ReportQuery } from '@pos/contract/reports';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

/** A report as it stands now. It is read again only when it is run again: figures must not change under the reader's eyes. */
export const reportResult = (query: ReportQuery) =>
  queryOptions({
    queryKey: ['reports', query],
    queryFn: async ({ signal }) => (await api.reports.run({ query }, { signal })).data,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** Schools to choose from by name or identifier; the value is the identifier, which reports are asked with. */
export const schoolsByIdentifier = (search: string) => ({
  queryKey: ['schools', 'by-identifier', search],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await api.schools.getSchools({ query: { search } }, { signal });
    return { data: data.map((school) => ({ ...school, value: school.identifier })) };
  },
});
export type ReportSchool = Awaited<ReturnType<ReturnType<typeof schoolsByIdentifier>['queryFn']>>['data'][number];

/** The school of an identifier, which is compared without case; null when there is none. */
export const schoolOf = (identifier: string) =>
  queryOptions({
    queryKey: ['schools', 'of-identifier', identifier.toLowerCase()],
    queryFn: async ({ signal }): Promise<ReportSchool | null> => {
      const { data } = await schoolsByIdentifier(identifier).queryFn({ signal });
      return data.find((school) => school.identifier.toLowerCase() === identifier.toLowerCase()) ?? null;
    },
    enabled: identifier !== '',
  });

/** The active fairs of a school: the live one first, then the last, then those to come. */
export const fairsOf = (schoolIdentifier: string) =>
  queryOptions({
    queryKey: ['fairs', 'of-school', schoolIdentifier.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { data } = await api.fairs.getFairOptions({ query: { search: schoolIdentifier } }, { signal });
      return data.filter((fair) => fair.schoolIdentifier.toLowerCase() === schoolIdentifier.toLowerCase());
    },
    enabled: schoolIdentifier !== '',
  });
/** The fair of an id, as a report asks for it; null when there is none. */
export const fairOfId = (id: string) =>
  queryOptions({
    queryKey: ['fairs', 'option', id],
    queryFn: async ({ signal }) => (await api.fairs.getFairOptions({ query: { id } }, { signal })).data[0] ?? null,
    enabled: id !== '',
  });

export type ReportFair = Awaited<ReturnType<typeof api.fairs.getFairOptions>>['data'][number];
