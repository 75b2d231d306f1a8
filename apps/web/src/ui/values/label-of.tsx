import { useQuery } from '@tanstack/react-query';
import { NOT_LOADED, type LabelQuery } from './options.ts';

type LabelOfProps = { choices: { labelOf: LabelQuery; arePeople?: boolean }; id: string };

/** Label of a record known only by its value. */
export function ChoiceLabel({ choices, id }: LabelOfProps) {
  const { data, isError } = useQuery(choices.labelOf(id));
  return <span data-private={choices.arePeople}>{data ?? (isError ? NOT_LOADED : '…')}</span>;
}
