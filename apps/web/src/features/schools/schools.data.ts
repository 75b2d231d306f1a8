import type { NewSchool, School, SchoolOption } from '@pos/contract/schools';
import { findStates, toStateCode, STATES, type StateCode } from '@pos/contract/states';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { makeChoices, labelOfEntry } from '#web/lib/choices.ts';
import { useOnceKey } from '#web/lib/once-key.ts';

/** Label of a school with its identifier, because several schools have the same name. */
export function schoolLabel({ name, identifier }: Pick<School, 'name' | 'identifier'>): string {
  return `${name} · ${identifier}`;
}

/** Active schools to choose from, by name or identifier. */
export const schoolChoices = makeChoices(
  'schools',
  async (...call: Parameters<typeof api.schools.getSchools>) => {
    const { data } = await api.schools.getSchools(...call);
    return {
      data: data.map((school) => ({
        ...school,
        label: schoolLabel({ name: school.label, identifier: school.identifier }),
      })),
    };
  },
);

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
      const { data } = await schoolChoices.options(search).queryFn(context);
      return { data: data.map((school) => ({ ...school, value: school.identifier })) };
    },
  }),
  labelOf: (identifier: string) => ({
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
  labelOf: (state: string) => ({
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

export function useAddSchool() {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: (body: NewSchool) => api.schools.add({ body }, { idempotencyKey: keyOf(body) }),
    meta: { refreshes: [['schools']] },
  });
}
