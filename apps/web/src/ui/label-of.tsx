import { useQuery } from '@tanstack/react-query';
import { NOT_LOADED, type LabelQuery } from './options.ts';

type LabelOfProps = { choices: { labelOf: LabelQuery }; id: string };

/** The label of a record that is known by its value alone. */
export function LabelOf({ choices, id }: LabelOfProps) {
  const { data, isError } = useQuery(choices.labelOf(id));
  return data ?? (isError ? NOT_LOADED : '…');
}
