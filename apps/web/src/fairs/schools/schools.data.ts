import type { NewSchool, School, SchoolChanges, SchoolOption } from '@pos/contract/fairs/schools';
import { findStates, toStateCode, STATES, type StateCode } from '@pos/contract/states';
import type { RecordStatus } from '@pos/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { formQuery, useChange } from '#web/lib/api/calls.ts';
import { labelOfEntry } from '#web/lib/lists/choices.ts';
import { listQuery } from '#web/lib/lists/list.ts';
import { RECORDS, schoolLabel } from '#web/lib/lists/records.ts';

/** School of a public code, active or not, ignoring case; null if there is none. */
export const schoolOfIdentifier = (identifier: string) =>
  queryOptions({
    queryKey: ['schools', 'of-identifier', identifier.toLowerCase()],
    queryFn: async ({ signal }): Promise<SchoolOption | null> =>
      (await api.schools.getSchools({ query: { identifier } }, { signal })).data[0] ?? null,
    enabled: identifier !== '',
  });

/** Schools for forms whose value is the school's public code, not its ID. */
export const schoolsByIdentifier = {
  options: (search: string) => ({
    queryKey: ['schools', 'by-identifier', search],
    queryFn: async (context: { signal: AbortSignal }) => {
      const { data } = await RECORDS.schools.options(search).queryFn(context);
      return { data: data.map((school) => ({ ...school, value: school.identifier })) };
    },
  }),
  getLabel: (identifier: string) => ({
    queryKey: ['schools', 'label-of-identifier', identifier.toLowerCase()],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { data } = await api.schools.getSchools({ query: { identifier } }, { signal });
      return labelOfEntry(
        data[0] && { ...data[0], label: schoolLabel({ name: data[0].label, identifier }) },
      );
    },
  }),
};

/** US states for an address, found by name or code; the value is the code. */
export const stateChoices = {
  options: (search: string) => ({
    queryKey: ['states', 'options', search],
    queryFn: async () => ({
      data: findStates(search).map((code) => ({ value: code as string, label: stateLabel(code) })),
    }),
  }),
  getLabel: (state: string) => ({
    queryKey: ['states', 'label', state],
    queryFn: async () => {
      const code = toStateCode(state);
      return code ? stateLabel(code) : state;
    },
  }),
};

function stateLabel(code: StateCode): string {
  return `${STATES[code]} (${code})`;
}

export const schoolsList = listQuery(['schools', 'list'], api.schools.list);

/** One school, refetched on live events. */
export const schoolDetails = (id: string) =>
  queryOptions({
    queryKey: ['schools', 'details', id],
    queryFn: ({ signal }) => readSchool(id, signal),
  });

/** One school for its form. */
export const schoolForForm = (id: string) =>
  formQuery(['school-form', id], ({ signal }) => readSchool(id, signal));

export async function readSchool(id: string, signal?: AbortSignal): Promise<School> {
  return (await api.schools.getById({ params: { id } }, signal && { signal })).data;
}

/** Queries that a changed school makes stale: lists, fairs that show it, and activity. */
const REFRESHES = [['schools'], ['fairs'], ['activity']];

export const useAddSchool = () =>
  useChange([['schools']], (body: NewSchool, once) => api.schools.add(...once({ body })));

export const useUpdateSchool = (id: string) =>
  useChange(REFRESHES, (body: SchoolChanges) => api.schools.update({ params: { id }, body }));

export const useChangeSchoolStatus = () =>
  useChange(
    [...REFRESHES, ['school-form']],
    ({ id, status }: { id: string; status: RecordStatus }) =>
      api.schools.changeStatus({ params: { id }, body: { status } }),
  );
