import { holds } from '@pos/contract/permissions';
import { CUSTOMER_TYPES, EXEMPT_REASONS } from '@pos/contract/sales/order-states';
import type { Catalog } from '@pos/contract/sales/register-catalog';
import { zoneName } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { useWatch } from 'react-hook-form';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { useIsClosedOut } from '#web/fairs/fairs/fairs.data.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { SelectField, SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { DateField } from '#web/ui/fields/dates/date-field.tsx';
import * as styles from '#web/ui/fields/fields.module.css';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { buyerChoices } from './add-order.data.ts';

const toChoices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Fair, day and time of the sale. */
export function SaleCard({ catalog }: { catalog: Catalog | undefined }) {
  const fair = catalog?.fair;
  const fairId = useWatch({ name: 'fairId' }) as string | null;
  const isClosedOut = useIsClosedOut(fairId);
  return (
    <Card title="Sale">
      <div className="stack gap-20">
        <AsyncSelectField name="fairId" label="Fair" choices={RECORDS.fairs} isRequired />
        {fairId && isClosedOut && (
          <Notice kind="warn">
            This fair is closed out.{' '}
            <Link to={fairPath(fairId, 'close-out')}>Revert the close-out</Link> to add orders to
            it.
          </Notice>
        )}
        <div className={styles.pair}>
          <DateField
            name="day"
            label="Day"
            hint={fair && `The fair: ${formatDay(fair.startDate)} to ${formatDay(fair.endDate)}.`}
          />
          <TextField
            name="time"
            label="Time"
            type="time"
            hint={fair && `About when, where the fair is (${zoneName(fair.timeZone)}).`}
          />
        </div>
      </div>
    </Card>
  );
}

/** The buyer, and if they pay tax. */
export function BuyerCard() {
  const isExempt = useWatch({ name: 'taxExempt' }) as boolean;
  return (
    <Card title="Buyer">
      <div className="stack gap-20">
        <SelectField name="customerType" label="Buyer" choices={toChoices(CUSTOMER_TYPES)} />
        <div className={styles.pair}>
          <StudentField />
          <TextField name="customerName" label="Name" note="optional" autoComplete="off" />
        </div>
        <SwitchField name="taxExempt" label="Without sales tax" />
        {isExempt && (
          <div className={styles.pair}>
            <SelectField name="exemptReason" label="Reason" choices={toChoices(EXEMPT_REASONS)} />
            <TextField
              name="exemptCertificateNo"
              label="Certificate number"
              note="optional"
              autoComplete="off"
            />
          </div>
        )}
      </div>
    </Card>
  );
}

const STUDENT_HINT = 'For Facts, EWallet and shipping to a student.';

/** The student, chosen by name; people who may not see students enter the number. */
function StudentField() {
  const fairId = useWatch({ name: 'fairId' }) as string | null;
  const seesStudents = holds(useRights(), 'Students', 'read_only');
  if (!seesStudents)
    return (
      <TextField
        name="studentNumber"
        label="Student number"
        note="optional"
        hint={STUDENT_HINT}
        autoComplete="off"
        mono
      />
    );
  return (
    <AsyncSelectField
      name="studentNumber"
      label="Student"
      note="optional"
      hint={STUDENT_HINT}
      choices={buyerChoices(fairId)}
      placeholder={fairId ? 'Name or number' : 'Choose the fair first'}
    />
  );
}
