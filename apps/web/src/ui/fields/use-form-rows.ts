import { use, useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FieldLabels } from './field.tsx';

/**
 * Rows of a form's list, such as contacts, with functions that append and remove one. The first
 * field of a new row gets the focus.
 */
export function useFormRows<Row extends object>(list: { name: string; label: string }) {
  const { name, label } = list;
  const { setValue, clearErrors, setFocus } = useFormContext();
  const rows = useWatch({ name }) as Row[];
  const { add } = use(FieldLabels);
  useEffect(() => add(name, label), [add, name, label]);
  const change = (changed: readonly Row[]): void => {
    clearErrors(name);
    setValue(name, changed, { shouldDirty: true });
  };
  const append = (row: Row, firstField: keyof Row & string): void => {
    change([...rows, row]);
    // Its field exists after the next paint.
    requestAnimationFrame(() => setFocus(`${name}.${rows.length}.${firstField}`));
  };
  const remove = (index: number): void => change(rows.toSpliced(index, 1));
  return { rows, append, remove };
}
