import { DUTIES, holds, isOfFairs, type Duty } from '@pos/contract/permissions';
import { DUTY_WORDS } from '@pos/contract/permission-words';
import type { Role } from '@pos/contract/staff/roles';
import { pluralize } from '@pos/contract/values/counts';
import { useFormContext, useWatch } from 'react-hook-form';
import { Card } from '#web/ui/layout/card.tsx';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import { useField } from '#web/ui/fields/field.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { useFormRights } from './rights-field.tsx';
import { dutyLabels, withDuty } from './rights.ts';
import * as styles from './rights.module.css';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';

/** Duties in the surrounding form. */
export function useFormDuties(): readonly Duty[] {
  const value: unknown = useWatch({ name: 'duties', control: useFormContext().control });
  return Array.isArray(value) ? (value as Duty[]) : [];
}

/** Duties of a role in addition to its rights, each with its effect. */
export function DutiesField({ role }: { role: Role | undefined }) {
  const wired = useField({ name: 'duties', label: 'Duties' });
  const duties = useFormDuties();
  const editsFairs = holds(
    { isSuper: false, permission: useFormRights(), duties: [] },
    'Fairs',
    'edit',
  );
  const { id, ref, onBlur } = wired.control;
  const before = role?.duties ?? [];
  const removed = before.filter((duty) => !duties.includes(duty));
  const added = duties.filter((duty) => !before.includes(duty));
  return (
    <Card
      title="Duties"
      intro={
        editsFairs
          ? 'Edit Fairs includes all of them, except topping up eWallets.'
          : 'Daily tasks that people may do without Edit Fairs. A duty opens no pages.'
      }
    >
      <ul className={`${styles.duties} grid gap-12`} aria-label="Duties of this role">
        {DUTIES.map((duty, index) => (
          <li key={duty}>
            <input
              {...(index === 0 && { ref })}
              type="checkbox"
              className={checkboxStyles.checkbox}
              id={`${id}-${duty}`}
              aria-describedby={`${id}-${duty}-effect`}
              checked={(editsFairs && isOfFairs(duty)) || duties.includes(duty)}
              disabled={editsFairs && isOfFairs(duty)}
              onChange={({ target }) => wired.change(withDuty(duties, duty, target.checked))}
              onBlur={onBlur}
            />
            <div>
              <label htmlFor={`${id}-${duty}`}>{DUTY_WORDS[duty].label}</label>
              <p id={`${id}-${duty}-effect`} className="caption">
                {DUTY_WORDS[duty].effect}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.dutiesFoot} role="status">
        {role && role.people > 0 && removed.length > 0 && (
          <Notice kind="warn">
            Removes {dutyLabels(removed).join(', ')} for{' '}
            {pluralize(role.people, 'person', 'people')}.
            {removed.includes('work_register') &&
              ' From the next call on, registers they are logged in at can only send orders.'}
          </Notice>
        )}
        {role && role.people > 0 && added.length > 0 && (
          <Notice kind="info">
            Gives {dutyLabels(added).join(', ')} to {pluralize(role.people, 'person', 'people')}.
          </Notice>
        )}
      </div>
      <FieldMessages id={id} error={wired.error} hint={undefined} />
    </Card>
  );
}
