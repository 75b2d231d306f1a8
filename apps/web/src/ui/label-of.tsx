import { useQuery } from '@tanstack/react-query';
import type { choicesOf } from '#web/lib/choices.ts';

/** The label of a record that is known by its id alone. */
export function LabelOf({ choices, id }: { choices: Pick<ReturnType<typeof choicesOf>, 'labelOf'>; id: string }) {
  return useQuery(choices.labelOf(id)).data ?? '…';
}
