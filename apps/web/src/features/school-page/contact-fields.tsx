import { MAX_CONTACTS, type NewSchoolContact } from '@pos/contract/schools';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { useFormRows } from '#web/ui/fields/use-form-rows.ts';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import * as styles from './school-page.module.css';

const BLANK: NewSchoolContact = { name: '', role: '', email: '', phone: '' };

/** Contacts of a school besides its coordinator, each with name, role, email and phone. */
export function ContactFields() {
  const { rows, append, remove } = useFormRows<NewSchoolContact>({
    name: 'contacts',
    label: 'Contacts',
  });
  return (
    <>
      {rows.map((_, index) => (
        <Contact
          // The fields of a contact are named by its place, and so is the contact.
          key={`contacts.${index}`}
          number={index + 1}
          onRemove={() => remove(index)}
        />
      ))}
      {rows.length < MAX_CONTACTS && (
        <span>
          <Button size="sm" variant="tertiary" onClick={() => append(BLANK, 'name')}>
            <IconPlus size={16} stroke={2} aria-hidden /> Add a contact
          </Button>
        </span>
      )}
    </>
  );
}

function Contact({ number, onRemove }: { number: number; onRemove: () => void }) {
  const id = useId();
  const name = `contacts.${number - 1}`;
  return (
    <div role="group" aria-labelledby={id} className={styles.contact}>
      <div className="row spread">
        <span id={id} className="semibold">
          Contact {number}
        </span>
        <IconButton label={`Remove contact ${number}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <div className={fieldStyles.pair}>
        <TextField name={`${name}.name`} label="Name" autoComplete="off" />
        <TextField
          name={`${name}.role`}
          label="Role"
          note="optional"
          placeholder="Librarian"
          autoComplete="off"
        />
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
      </div>
    </div>
  );
}
