import type { NewSchool } from '@pos/contract/schools';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { choicesOf } from '#web/lib/choices.ts';
import { useOnceKey } from '#web/lib/once-key.ts';

/** Active schools to choose from, by name or identifier. */
export const schoolChoices = choicesOf('schools', api.schools.getSchools);

export function useAddSchool() {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: (body: NewSchool) => api.schools.add({ body }, { idempotencyKey: keyOf(body) }),
    meta: { refreshes: [['schools']] },
  });
}
