import type { NewSchool, School } from '@pos/contract/schools';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { choicesOf } from '#web/lib/choices.ts';
import { useOnceKey } from '#web/lib/once-key.ts';

/** What a school is called where one is chosen; several schools have the same name. */
export function schoolLabel({ name, identifier }: Pick<School, 'name' | 'identifier'>): string {
  return `${name} · ${identifier}`;
}

/** Active schools to choose from, by name or identifier. */
export const schoolChoices = choicesOf('schools', async (...call: Parameters<typeof api.schools.getSchools>) => {
  const { data } = await api.schools.getSchools(...call);
  return { data: data.map((school) => ({ ...school, label: schoolLabel({ name: school.label, identifier: school.identifier }) })) };
});

export function useAddSchool() {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: (body: NewSchool) => api.schools.add({ body }, { idempotencyKey: keyOf(body) }),
    meta: { refreshes: [['schools']] },
  });
}
