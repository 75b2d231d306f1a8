import type { School } from '@pos/contract/fairs/schools';
import { STATES, toStateCode } from '@pos/contract/states';
import { fullZoneName } from '@pos/contract/values/clock';
import { formatPhone } from '#web/lib/input/phone.ts';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { BillingCard } from './billing-card.tsx';
import * as styles from './school-page.module.css';

/** Facts of a school: place, people, and tax and billing. */
export function SchoolCards({ school }: { school: School }) {
  const { address, city, zip, phone, timeZone, region } = school;
  const code = toStateCode(school.state);
  return (
    <div className={styles.cards}>
      <Card title="Location">
        <Facts
          facts={[
            ['Address', address || '–'],
            ['City', city || '–'],
            ['State', code ? STATES[code] : school.state || '–'],
            ['ZIP code', zip || '–'],
            ['Phone', phone ? <Phone key="phone" number={phone} /> : '–'],
            ['Time zone', fullZoneName(timeZone)],
            ['Region', region || '–'],
          ]}
        />
      </Card>
      <PeopleCard school={school} />
      <BillingCard school={school} />
    </div>
  );
}

function PeopleCard({ school }: { school: School }) {
  const { coordinatorName, coordinatorEmail, coordinatorPhone, contacts } = school;
  const coordinator = {
    name: coordinatorName,
    role: 'Coordinator',
    email: coordinatorEmail,
    phone: coordinatorPhone,
  };
  const hasCoordinator = Boolean(coordinatorName || coordinatorEmail || coordinatorPhone);
  const people = [...(hasCoordinator ? [coordinator] : []), ...contacts];
  return (
    <Card title="People">
      {people.length === 0 && <p className="muted">No coordinator or contact yet.</p>}
      <ul className={`${styles.people} grid gap-12 small`} data-private>
        {people.map(({ name, role, email, phone }) => (
          <li key={[name, role, email, phone].join()}>
            <span>
              {name || 'No name'} {role && <span className="muted">{role}</span>}
            </span>
            {email && <a href={`mailto:${email}`}>{email}</a>}
            {phone && <Phone number={phone} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Phone({ number }: { number: string }) {
  return <a href={`tel:${number}`}>{formatPhone(number)}</a>;
}
