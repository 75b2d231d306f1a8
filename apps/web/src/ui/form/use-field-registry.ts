import { useMemo, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { FormMemory } from './form-memory.ts';

/**
 * Registry of a form's fields: their labels by name, and a memory of the names. Give `registry` to
 * `FieldLabels`.
 */
export function useFieldRegistry(form: UseFormReturn<FieldValues, unknown, FieldValues>) {
  const { trigger, getFieldState } = form;
  const [memory] = useState(() => new FormMemory());
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const registry = useMemo(
    () => ({
      add: (name: string, label: string) => {
        memory.add(name);
        setLabels((known) => ({ ...known, [name]: label }));
      },
      lock: (name: string, label: string) => void memory.locked.set(name, label),
      hold: memory.holdChoice,
      // A rule over two fields is validated again when either of them loses focus. A message of
      // the server stays until its own field is changed.
      settled: (name: string) =>
        void trigger(
          memory.others(name).filter((other) => {
            const { isTouched, error } = getFieldState(other);
            return isTouched && error?.type !== 'server';
          }),
        ),
    }),
    [memory, trigger, getFieldState],
  );
  return { memory, labels, registry };
}
