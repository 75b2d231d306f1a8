import type { Choice } from '../fields/choice-fields.tsx';
import type { Filter } from './description.ts';

/** Values of a filter with their labels, or choices whose values are no texts. */
type Choices = Readonly<Record<string, string | { label: string }>> | readonly Choice[];
type ChoiceFilter = Extract<Filter, { kind: 'choice' }>;
type Look = Omit<ChoiceFilter, 'kind' | 'key' | 'label' | 'choices' | 'many'>;

export const YES_OR_NO = { true: 'Yes', false: 'No' };

/** Filter by one of the values. */
export function oneOf(key: string, label: string, choices: Choices, look?: Look): ChoiceFilter {
  return { kind: 'choice', key, label, choices: toChoices(choices), ...look };
}

/** Filter by one or several of the values. */
export function severalOf(key: string, label: string, choices: Choices, look?: Look): ChoiceFilter {
  return { ...oneOf(key, label, choices, look), many: true };
}

/** Returns the choices of numbers with their labels. */
export function numbered(labels: Readonly<Record<number, string>>): Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value: Number(value), label }));
}

function toChoices(choices: Choices): readonly Choice[] {
  if (isList(choices)) return choices;
  return Object.entries(choices).map(([value, text]) => ({
    value,
    label: typeof text === 'string' ? text : text.label,
  }));
}

function isList(choices: Choices): choices is readonly Choice[] {
  return Array.isArray(choices);
}
