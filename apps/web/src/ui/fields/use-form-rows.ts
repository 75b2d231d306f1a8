import { use, useEffect, useRef } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { FieldLabels } from './field.tsx';

/**
 * Rows of a form's list, such as contacts, with functions that append and remove one, and the
 * message about the list as a whole. The first field of a new row gets the focus.
 */
export function useFormRows<Row extends object>(list: { name: string; label: string }) {
  const { name, label } = list;
  const { setValue, clearErrors, setFocus } = useFormContext();
  const rows = useWatch({ name }) as Row[];
  const message: unknown = get(useFormState().errors, `${name}.message`);
  const { add } = use(FieldLabels);
  useEffect(() => add(name, label), [add, name, label]);
  const toFocus = useRef<string>(undefined);
  // At once with the new row: later, the focus would be taken from where the person went meanwhile.
  useEffect(() => {
    if (toFocus.current) setFocus(toFocus.current);
    toFocus.current = undefined;
  }, [rows.length, setFocus]);
  const change = (changed: readonly Row[]): void => {
    clearErrors(name);
    setValue(name, changed, { shouldDirty: true });
  };
  const append = (row: Row, firstField: keyof Row & string): void => {
    toFocus.current = `${name}.${rows.length}.${firstField}`;
    change([...rows, row]);
  };
  const remove = (index: number): void => change(rows.toSpliced(index, 1));
  return { rows, append, remove, message: typeof message === 'string' ? message : undefined };
}
