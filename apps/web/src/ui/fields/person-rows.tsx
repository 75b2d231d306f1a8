import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import * as fieldStyles from './fields.module.css';
import { FormRow } from './form-row.tsx';
import * as styles from './person-rows.module.css';
import { TextField } from './text-fields.tsx';
import { useFormRows } from './use-form-rows.ts';

type PersonRowsProps<Person> = {
  /** Field of the form with the list, and its label. */
  name: string;
  label: string;
  /** Noun for one of them, such as "contact". */
  noun: string;
  max: number;
  blank: Person;
  /** Fields of one person; `name` is the start of their names. */
  children: (name: string) => ReactNode;
};

/** People in a form, each a group of fields. One can be added and removed. */
export function PersonRows<Person extends { name: string; id?: string | null | undefined }>({
  name,
  label,
  noun,
  max,
  blank,
  children,
}: PersonRowsProps<Person>) {
  const { rows, append, remove } = useFormRows<Person>({ name, label });
  return (
    <>
      {rows.map((row, index) => (
        // Fields are named by the place of the person, and so is a person without an ID.
        <FormRow
          key={row.id ?? `${name}.${index}`}
          label={`${noun} ${index + 1}`}
          className={`${styles.person} grid gap-8 small`}
          onRemove={() => remove(index)}
        >
          <div className={fieldStyles.pair}>{children(`${name}.${index}`)}</div>
        </FormRow>
      ))}
      {rows.length < max && (
        <span>
          <Button size="sm" variant="tertiary" onClick={() => append(blank, 'name')}>
            <IconPlus size={16} stroke={2} aria-hidden /> Add a {noun}
          </Button>
        </span>
      )}
    </>
  );
}

/** Optional email address and phone number of a person. */
export function EmailAndPhone({ name }: { name: string }) {
  return (
    <>
      <TextField
        name={`${name}.email`}
        label="Email"
        note="optional"
        type="email"
        autoComplete="off"
      />
      <TextField
        name={`${name}.phone`}
        label="Phone"
        note="optional"
        type="tel"
        autoComplete="off"
      />
    </>
  );
}
