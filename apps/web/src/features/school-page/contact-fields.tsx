import { MAX_CONTACTS, type NewSchoolContact } from '@pos/contract/schools';
import { EmailAndPhone, PersonRows } from '#web/ui/fields/person-rows.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';

const BLANK: NewSchoolContact = { name: '', role: '', email: '', phone: '' };

/** Contacts of a school besides its coordinator, each with name, role, email and phone. */
export function ContactFields() {
  return (
    <PersonRows name="contacts" label="Contacts" noun="contact" max={MAX_CONTACTS} blank={BLANK}>
      {(name) => (
        <>
          <TextField name={`${name}.name`} label="Name" autoComplete="off" />
          <TextField
            name={`${name}.role`}
            label="Role"
            note="optional"
            placeholder="Librarian"
            autoComplete="off"
          />
          <EmailAndPhone name={name} />
        </>
      )}
    </PersonRows>
  );
}
