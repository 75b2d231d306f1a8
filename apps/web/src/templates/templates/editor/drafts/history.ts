import type { PlacedField } from '@pos/contract/templates/template-fields';

/**
 * Fields of a draft with their undo history. `step` names the last step: equal steps in a row are
 * undone together.
 */
export type History = {
  past: readonly (readonly PlacedField[])[];
  fields: readonly PlacedField[];
  future: readonly (readonly PlacedField[])[];
  step: string;
};

const DEPTH = 200;

export function beginHistory(fields: readonly PlacedField[]): History {
  return { past: [], fields, future: [], step: '' };
}

/**
 * Fields after one step; steps of the same name in a row, such as arrow keys on one field, undo as
 * one.
 */
export function changed(history: History, fields: readonly PlacedField[], step: string): History {
  if (step !== '' && step === history.step) return { ...history, fields, future: [] };
  return { past: [...history.past, history.fields].slice(-DEPTH), fields, future: [], step };
}

export function undone({ past, fields, future, ...rest }: History): History {
  const before = past.at(-1);
  return before
    ? { past: past.slice(0, -1), fields: before, future: [fields, ...future], step: '' }
    : { past, fields, future, ...rest };
}

export function redone({ past, fields, future, ...rest }: History): History {
  const [next, ...later] = future;
  return next
    ? { past: [...past, fields], fields: next, future: later, step: '' }
    : { past, fields, future, ...rest };
}
