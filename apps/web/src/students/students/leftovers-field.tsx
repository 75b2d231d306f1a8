import { gradeLabel } from '@pos/contract/fairs/grades';
import type { Leftover } from '@pos/contract/students/payouts';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useWatch } from 'react-hook-form';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';
import { useField } from '#web/ui/fields/field.tsx';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { checkNumberAfter } from './check-numbers.ts';
import * as styles from './leftovers.module.css';

const FIELD = { name: 'chosen', label: 'Students' };

/** Check boxes of the students to pay out, each with amount and check number, and their sum. */
export function LeftoversField({ students }: { students: readonly Leftover[] }) {
  const wired = useField(FIELD);
  const [method, first] = useWatch({ name: ['method', 'firstCheckNumber'] }) as unknown[];
  const chosen = new Set(Array.isArray(wired.value) ? (wired.value as string[]) : []);
  const paid = students.filter(({ studentId }) => chosen.has(studentId));
  const total = paid.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
  const toCheck = (studentId: string): string =>
    method === PaymentMethod.check && typeof first === 'string' && chosen.has(studentId)
      ? checkNumberAfter(
          first,
          paid.findIndex((one) => one.studentId === studentId),
        )
      : '';
  const toggle = (studentId: string): void =>
    wired.change(
      students
        .map((one) => one.studentId)
        .filter((id) => (id === studentId ? !chosen.has(id) : chosen.has(id))),
    );
  const { id, ref, ...control } = wired.control;
  return (
    <fieldset
      className={fieldStyles.field}
      aria-invalid={control['aria-invalid']}
      aria-describedby={control['aria-describedby']}
    >
      <legend className={fieldStyles.label}>{FIELD.label}</legend>
      <ul className={`${styles.leftovers} lined`}>
        {students.map((student, index) => (
          <li key={student.studentId}>
            <LeftoverRow
              student={student}
              isChosen={chosen.has(student.studentId)}
              checkNumber={toCheck(student.studentId)}
              onToggle={() => toggle(student.studentId)}
              {...(index === 0 && { id, inputRef: ref })}
            />
          </li>
        ))}
      </ul>
      <p role="status">
        <b>{formatCents(total)}</b> to {pluralize(paid.length, 'family', 'families')}
      </p>
      <FieldMessages id={id} error={wired.error} hint={undefined} />
    </fieldset>
  );
}

function LeftoverRow({
  student: { studentNumber, studentName, grade, status, walletStatus, balanceCents },
  isChosen,
  checkNumber,
  onToggle,
  id,
  inputRef,
}: {
  student: Leftover;
  isChosen: boolean;
  checkNumber: string;
  onToggle: () => void;
  id?: string | undefined;
  inputRef?: React.Ref<HTMLInputElement>;
}) {
  const isFrozen = walletStatus === 'frozen';
  const facts = [
    studentNumber,
    grade && gradeLabel(grade),
    status === 'inactive' && 'inactive',
    isFrozen && 'frozen, stays',
    checkNumber && `check ${checkNumber}`,
  ];
  return (
    <label className={styles.leftover}>
      <input
        id={id}
        ref={inputRef}
        type="checkbox"
        className={checkboxStyles.checkbox}
        checked={isChosen}
        disabled={isFrozen}
        onChange={onToggle}
      />
      <span>
        {studentName !== null && <span data-private>{studentName}</span>}
        <span className="caption">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <span className="numeric">{formatCents(balanceCents)}</span>
    </label>
  );
}
