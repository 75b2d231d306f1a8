import type { LastGrade, NewPromotion, PromotionPreview } from '@pos/contract/students/promotions';
import { GRADES, gradeLabel } from '@pos/contract/fairs/grades';
import { formatInstant } from '@pos/contract/values/clock';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Facts } from '#web/ui/layout/card.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { DelayedSkeleton, Notice, Unloaded } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { boxClass } from '#web/ui/fields/box-class.ts';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { promotionPreview, usePromote, useUndoPromotion } from './students.data.ts';

type PromotionDialogProps = { schoolId: string; onClose: () => void };

/** Moves the students of a school to the next grade, after showing the counts; can be undone. */
export function PromotionDialog({ schoolId, onClose }: PromotionDialogProps) {
  const [lastGrade, setLastGrade] = useState<LastGrade>();
  const [deactivates, setDeactivates] = useState(true);
  const { data: preview, error, refetch } = useQuery(promotionPreview(schoolId, lastGrade));
  const promote = usePromote(schoolId);
  const undo = useUndoPromotion();
  const run = async (shown: PromotionPreview): Promise<void> => {
    const body: NewPromotion = {
      lastGrade: shown.lastGrade,
      graduates: deactivates ? 'deactivate' : 'keep',
      reviewed: shown.reviewed,
    };
    const done = await promote.mutateAsync(body).catch(() => undefined);
    if (!done) {
      void refetch();
      return;
    }
    toast.ok({
      title: `${pluralize(done.promoted, 'student', 'students')} promoted`,
      undo: () => void undo.mutateAsync(done.id).then(sayRestored, sayFailed),
    });
    onClose();
  };
  return (
    <Dialog
      title="Promote to the next grade"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!preview || preview.promoted + preview.graduated === 0}
            busy={promote.isPending && 'Promoting…'}
            onClick={() => preview && void run(preview)}
          >
            {preview
              ? `Promote ${pluralize(preview.promoted, 'student', 'students')}`
              : 'Promote students'}
          </Button>
        </>
      }
    >
      <div className="stack">
        {promote.error && <Notice kind="bad">{failureText(promote.error).message}</Notice>}
        {preview?.last && (
          <LastPromotion
            last={preview.last}
            onUndo={() => void undo.mutateAsync(preview.last!.id).then(sayRestored, sayFailed)}
          />
        )}
        {preview ? (
          <>
            <LastGradeSelect value={preview.lastGrade} onChange={setLastGrade} />
            <Counts preview={preview} schoolId={schoolId} />
            <Graduates preview={preview} deactivates={deactivates} onChange={setDeactivates} />
          </>
        ) : (
          <Unloaded what="The students" error={error} retry={refetch}>
            <DelayedSkeleton height={180} />
          </Unloaded>
        )}
      </div>
    </Dialog>
  );
}

function sayRestored({ restored, changedSince }: { restored: number; changedSince: number }): void {
  toast.ok({
    title: 'Promotion undone',
    detail: `${pluralize(restored, 'student has', 'students have')} the earlier grade again${changedSince > 0 ? `, ${pluralize(changedSince, 'was', 'were')} changed since` : ''}.`,
  });
}

function sayFailed(error: unknown): void {
  toast.bad({ title: 'The promotion was not undone', detail: failureText(error).message });
}

type LastPromotionProps = { last: NonNullable<PromotionPreview['last']>; onUndo: () => void };

function LastPromotion({ last: { at, by, promoted, graduated }, onUndo }: LastPromotionProps) {
  return (
    <Notice
      kind="info"
      action={
        <Button size="sm" onClick={onUndo}>
          Undo it
        </Button>
      }
    >
      Last promoted {formatInstant(at, HERE)} by {by}: {pluralize(promoted, 'student', 'students')},{' '}
      {pluralize(graduated, 'graduate', 'graduates')}.
    </Notice>
  );
}

type LastGradeSelectProps = { value: LastGrade; onChange: (grade: LastGrade) => void };

function LastGradeSelect({ value, onChange }: LastGradeSelectProps) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        Last grade of the school
      </label>
      <select
        id={id}
        className={boxClass(undefined)}
        value={value}
        onChange={({ target }) => onChange(target.value as LastGrade)}
      >
        {GRADES.map((grade) => (
          <option key={grade} value={grade}>
            {gradeLabel(grade)}
          </option>
        ))}
      </select>
    </div>
  );
}

type CountsProps = { preview: PromotionPreview; schoolId: string };

function Counts({ preview: { steps, kept, unknown }, schoolId }: CountsProps) {
  const moves = steps.filter(({ grade, to }) => to !== grade);
  const owned = kept - unknown.reduce((sum, { students }) => sum + students, 0);
  return (
    <>
      {moves.length === 0 ? (
        <p>No active student would move.</p>
      ) : (
        <Facts
          facts={moves.map(
            ({ grade, to, students }) =>
              [
                to === null
                  ? `${gradeLabel(grade)} graduates`
                  : `${gradeLabel(grade)} to ${gradeLabel(to)}`,
                pluralize(students, 'student', 'students'),
              ] as const,
          )}
        />
      )}
      {unknown.length > 0 && <UnknownGrades unknown={unknown} schoolId={schoolId} />}
      {owned > 0 && (
        <p className="caption">
          {formatCount(owned)} more stay, because their grade comes from the source system.
        </p>
      )}
    </>
  );
}

type UnknownGradesProps = { unknown: PromotionPreview['unknown']; schoolId: string };

/** Students whose grade no promotion knows, with links to correct them. */
function UnknownGrades({ unknown, schoolId }: UnknownGradesProps) {
  const count = unknown.reduce((sum, { students }) => sum + students, 0);
  return (
    <Notice kind="warn">
      <p>
        {pluralize(count, 'student stays', 'students stay')}, because their grade is not PK3, PK4, K
        or 1&nbsp;to&nbsp;12. Correct them first.
      </p>
      <ul>
        {unknown.map(({ grade, students }) => (
          <li key={grade}>
            {grade === '' ? (
              'No grade'
            ) : (
              <Link className="link" to={pathTo('students', {}, { schoolId, grade })}>
                {grade}
              </Link>
            )}
            : {pluralize(students, 'student')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Graduates({
  preview: { graduated, graduateBalanceCents, leftoverPolicy },
  deactivates,
  onChange,
}: {
  preview: PromotionPreview;
  deactivates: boolean;
  onChange: (deactivates: boolean) => void;
}) {
  const id = useId();
  if (graduated === 0) return null;
  return (
    <>
      <label htmlFor={id} className="row">
        <input
          id={id}
          type="checkbox"
          className={checkboxStyles.checkbox}
          checked={deactivates}
          onChange={({ target }) => onChange(target.checked)}
        />
        Deactivate the {pluralize(graduated, 'graduate', 'graduates')}
      </label>
      {graduateBalanceCents > 0 && (
        <Notice kind="warn">
          Their eWallets have {formatCents(graduateBalanceCents)}.{' '}
          {leftoverPolicy === 'refund'
            ? 'The company refunds unspent money: pay it out to the families.'
            : 'It stays there, as the company keeps unspent money for the next fair.'}
        </Notice>
      )}
    </>
  );
}
