import { useQuery } from '@tanstack/react-query';
import { NOT_LOADED, type LabelQuery } from './options.ts';

type LabelProps = { choices: { getLabel: LabelQuery; arePeople?: boolean }; id: string };

/** Label of a record known only by its value. */
export function ChoiceLabel({ choices, id }: LabelProps) {
  const { data, isError } = useQuery(choices.getLabel(id));
  return <span data-private={choices.arePeople}>{data ?? (isError ? NOT_LOADED : '…')}</span>;
}
