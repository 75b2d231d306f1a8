import { createClient } from '@pos/contract/client';
import {
  supportContactApi,
  UNNAMED_COMPANY,
  type CompanyContact as Contact,
} from '@pos/contract/staff/support-contact';
import { useEffect, useState } from 'react';
import * as styles from './support-contact.module.css';

let asked: Promise<Contact> | undefined;

/** Asks once per page load; needs no sign-in. */
function readContact(): Promise<Contact> {
  asked ??= createClient({ supportContact: supportContactApi }, (path, init) => fetch(path, init))
    .supportContact.get()
    .then(({ data }) => data);
  return asked;
}

/**
 * Customer service email and phone (specification 9), on pages where people get stuck. Renders
 * nothing if none is set.
 */
export function SupportContact() {
  const [contact, setContact] = useState<Contact>();
  useEffect(() => {
    let isGone = false;
    void readContact().then(
      (known) => !isGone && setContact(known),
      () => {
        // Failed: the next page asks again.
        asked = undefined;
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (!contact || (!contact.email && !contact.phone)) return null;
  const { companyName, email, phone } = contact;
  return (
    <p className={styles.support}>
      Customer service{' '}
      {companyName !== UNNAMED_COMPANY && <span className="no-wrap">of {companyName}</span>}{' '}
      <span className={styles.supportWays}>
        {email && <a href={`mailto:${email}`}>{email}</a>}
        {phone && (
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="numeric no-wrap">
            {phone}
          </a>
        )}
      </span>
    </p>
  );
}
