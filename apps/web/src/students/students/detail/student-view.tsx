import { gradeLabel } from '@pos/contract/fairs/grades';
import { ordersApi } from '@pos/contract/sales/orders';
import type { StudentDetails } from '@pos/contract/students/students';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { Fragment, type ReactNode } from 'react';
import { ActivityLines } from '#web/staff/activity/activity-lines.tsx';
import { NoteForm } from '#web/staff/activity/note-form.tsx';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Amount } from '#web/ui/values/amount.tsx';
import { Facts } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { RecordPart } from '#web/ui/layout/record.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { ERASED, FROZEN, INACTIVE } from '../student-words.ts';
import { StudentActions } from './student-actions.tsx';
import { WalletLedger } from './wallet-ledger.tsx';
import * as styles from './student.module.css';
import * as recordStyles from '#web/ui/layout/record.module.css';

/**
 * Full details of one student, under headings of the given level: balances, facts, ledger, orders
 * and activity.
 */
export function StudentView({ student, level }: { student: StudentDetails; level: 'h2' | 'h3' }) {
  const { erasedAt, parents, ledger, orders } = student;
  return (
    <>
      <StudentState student={student} />
      <StudentActions student={student} />
      <RecordPart title="Student" level={level}>
        <Facts facts={toFacts(student)} />
      </RecordPart>
      {parents.length > 0 && (
        <RecordPart title={parents.length === 1 ? 'Parent' : 'Parents'} level={level}>
          <ul className={`${styles.studentRows} small`}>
            {parents.map(({ id, name, email, phone }) => (
              <li key={id}>
                <span data-private>{name}</span>
                <span className="caption">
                  <span data-private>
                    {[email, phone].filter(Boolean).join(' · ') || 'No contact'}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </RecordPart>
      )}
      <RecordPart title="eWallet ledger" level={level}>
        {ledger.length === 0 ? (
          <p className="caption">No entries yet.</p>
        ) : (
          <WalletLedger student={student} />
        )}
      </RecordPart>
      <RecordPart title="Orders" level={level}>
        {orders.length === 0 ? (
          <p className="caption">No orders yet.</p>
        ) : (
          <Orders student={student} />
        )}
      </RecordPart>
      <RecordPart title="Activity" level={level}>
        <div className="stack">
          {!erasedAt && (
            <NoteForm
              entity="student"
              entityId={student.id}
              guard={false}
              hint="Visible to everyone who can view students. Notes are permanent. Don't include names."
            />
          )}
          <ActivityLines
            entity="student"
            entityId={student.id}
            nothing="No staff changes to this student."
          />
        </div>
      </RecordPart>
    </>
  );
}

/** Balance of the eWallet, and the states of eWallet and student that need an explanation. */
function StudentState({ student }: { student: StudentDetails }) {
  const { walletBalanceCents, walletStatus, status, erasedAt, mergedInto, timeZone } = student;
  return (
    <>
      <div className="row wrapping">
        <b className={`${recordStyles.figure} numeric`}>{formatCents(walletBalanceCents)}</b>
        <span className="caption">in the eWallet</span>
        {walletStatus === 'frozen' && <StatusPill status={FROZEN} />}
        {erasedAt ? (
          <StatusPill status={ERASED} />
        ) : (
          status === 'inactive' && <StatusPill status={INACTIVE} />
        )}
      </div>
      {mergedInto && (
        <Notice kind="quiet">
          This duplicate was merged into <StudentLink student={mergedInto} />, which has the money
          of its eWallet. Its orders and top-ups stay here.
        </Notice>
      )}
      {erasedAt && (
        <Notice kind="quiet">
          The names were erased {formatInstant(erasedAt, timeZone)} {zoneName(timeZone)}. Ledger and
          orders stay.
        </Notice>
      )}
      {walletStatus === 'frozen' && (
        <Notice kind="warn">
          Money can be added to the eWallet, but it cannot be used for purchases or paid out.
        </Notice>
      )}
    </>
  );
}

/** Link to a student by number. */
function StudentLink({ student: { id, studentNumber } }: { student: MergedStudent }) {
  return (
    <Link to={pathTo('students', {}, { student: id })}>
      <span className="monospace">{studentNumber}</span>
    </Link>
  );
}

type MergedStudent = StudentDetails['duplicates'][number];
type Fact = readonly [label: string, value: ReactNode];

function toFacts({
  studentNumber,
  grade,
  teacher,
  schoolName,
  factsFamilyId,
  schoolAveDollarCents,
  leftoverPolicy,
  duplicates,
  erasedAt,
}: StudentDetails): Fact[] {
  const facts: Fact[] = [
    [
      'Student number',
      <span key="number" className="monospace">
        {studentNumber}
      </span>,
    ],
  ];
  if (duplicates.length > 0)
    facts.push([
      'Merged duplicates',
      <span key="duplicates">
        {duplicates.map((duplicate, index) => (
          <Fragment key={duplicate.id}>
            {index > 0 && ', '}
            <StudentLink student={duplicate} />
          </Fragment>
        ))}
      </span>,
    ]);
  if (grade) facts.push(['Grade', gradeLabel(grade)]);
  if (teacher && !erasedAt)
    facts.push([
      'Teacher',
      <span key="teacher" data-private>
        {teacher}
      </span>,
    ]);
  facts.push(['School', schoolName]);
  if (factsFamilyId)
    facts.push([
      'FACTS family',
      <span key="family" className="monospace">
        {factsFamilyId}
      </span>,
    ]);
  facts.push([
    'Unspent money',
    leftoverPolicy === 'refund' ? 'Refunded to the family' : 'Kept for the next fair',
  ]);
  facts.push(["School's AveDollars", formatCents(schoolAveDollarCents)]);
  return facts;
}

function Orders({ student: { orders, timeZone } }: { student: StudentDetails }) {
  return (
    <ul className={`${styles.studentRows} small`}>
      {orders.map(({ id, orderNumber, soldAt, fairName, units, totalCents, refundedCents }) => (
        <li key={id}>
          <span>
            <Allowed
              to={ordersApi.getById}
              otherwise={<span className="monospace">{orderNumber}</span>}
            >
              <Link to={pathTo('orders', {}, { order: id })}>
                <span className="monospace">{orderNumber}</span>
              </Link>
            </Allowed>
          </span>
          <Amount cents={totalCents} strong />
          <span className="caption">{`${formatInstant(soldAt, timeZone)} ${zoneName(timeZone)}, ${fairName}, ${pluralize(units, 'item', 'items')}`}</span>
          <span className="caption numeric">
            {refundedCents > 0 && `${formatCents(refundedCents)} refunded`}
          </span>
        </li>
      ))}
    </ul>
  );
}
