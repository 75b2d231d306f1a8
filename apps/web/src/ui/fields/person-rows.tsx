import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Button, IconButton } from '../buttons/button.tsx';
import * as fieldStyles from './fields.module.css';
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
        <PersonRow
          key={row.id ?? `${name}.${index}`}
          title={`${noun} ${index + 1}`}
          onRemove={() => remove(index)}
        >
          {children(`${name}.${index}`)}
        </PersonRow>
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

function PersonRow({
  title,
  onRemove,
  children,
}: {
  title: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={`${styles.person} grid gap-8 small`}>
      <div className="row spread">
        <span id={id} className="semibold">
          {title.charAt(0).toUpperCase() + title.slice(1)}
        </span>
        <IconButton label={`Remove ${title}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <div className={fieldStyles.pair}>{children}</div>
    </div>
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
