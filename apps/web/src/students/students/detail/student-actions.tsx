import { deskTopUpsApi } from '@pos/contract/students/desk-top-ups';
import { payoutsApi } from '@pos/contract/students/payouts';
import { allows } from '@pos/contract/permissions';
import { studentMergesApi } from '@pos/contract/students/student-merges';
import { studentRecordsApi } from '@pos/contract/students/student-records';
import { studentsApi, type StudentDetails } from '@pos/contract/students/students';
import { Suspense, type ReactNode } from 'react';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useStatusToggle } from '#web/ui/form/use-status-toggle.ts';
import { fullName } from '../student-words.ts';
import { useChangeStudentStatus } from '../students.data.ts';

const WalletEntryDialog = lazyPart(() => import('./wallet-dialogs.tsx'), 'WalletEntryDialog');
const EditStudentDialog = lazyPart(() => import('./edit-student-dialog.tsx'), 'EditStudentDialog');
const WalletCardsDialog = lazyPart(() => import('../wallet-cards-dialog.tsx'), 'WalletCardsDialog');
const TopUpDialog = lazyPart(() => import('./top-up-dialog.tsx'), 'TopUpDialog');
const PayOutDialog = lazyPart(() => import('./pay-out-dialog.tsx'), 'PayOutDialog');
const MergeStudentDialog = lazyPart(
  () => import('./merge-student-dialog.tsx'),
  'MergeStudentDialog',
);
const WalletStatusDialog = lazyPart(() => import('./wallet-dialogs.tsx'), 'WalletStatusDialog');
const EraseDialog = lazyPart(() => import('./erase-dialog.tsx'), 'EraseDialog');

type Asking = 'card' | 'edit' | 'topUp' | 'payOut' | 'entry' | 'status' | 'merge' | 'erase';

/** Buttons on a student and the eWallet, each for those who may use it, with their dialogs. */
export function StudentActions({ student }: { student: StudentDetails }) {
  const { opened: asking, open: setAsking, close } = useOpened<Asking>();
  const { status, erasedAt } = student;
  const isActive = status === 'active';
  if (student.mergedInto) return null;
  return (
    <>
      <div className="row wrapping">
        {!erasedAt && isActive && (
          <Allowed to={deskTopUpsApi.add}>
            <Button size="sm" onClick={() => setAsking('topUp')}>
              Top up eWallet
            </Button>
          </Allowed>
        )}
        {isLeftover(student) && (
          <Allowed to={payoutsApi.add}>
            <Button size="sm" onClick={() => setAsking('payOut')}>
              Pay out
            </Button>
          </Allowed>
        )}
        {!erasedAt && (
          <Allowed to={studentRecordsApi.update}>
            <Button size="sm" onClick={() => setAsking('edit')}>
              Edit student
            </Button>
          </Allowed>
        )}
        <MoreActions student={student} ask={setAsking} />
      </div>
      {asking && <AskedDialog asking={asking} student={student} close={close} />}
    </>
  );
}

type AskedDialogProps = { asking: Asking; student: StudentDetails; close: () => void };

/** Dialog of an action, loaded on demand. */
function AskedDialog({ asking, student, close }: AskedDialogProps) {
  const props = { student, onClose: close };
  const dialogs: Record<Asking, ReactNode> = {
    card: <WalletCardsDialog rows={[student]} onDone={close} onClose={close} />,
    edit: <EditStudentDialog {...props} />,
    topUp: <TopUpDialog {...props} />,
    payOut: <PayOutDialog {...props} />,
    merge: <MergeStudentDialog {...props} />,
    entry: <WalletEntryDialog {...props} />,
    status: <WalletStatusDialog {...props} />,
    erase: <EraseDialog {...props} />,
  };
  return <Suspense>{dialogs[asking]}</Suspense>;
}

/** True if the eWallet has money that the settings let the office pay back. */
function isLeftover({ leftoverPolicy, walletBalanceCents, walletStatus }: StudentDetails): boolean {
  return leftoverPolicy === 'refund' && walletBalanceCents > 0 && walletStatus === 'active';
}

/** Rare actions, in a menu. */
function MoreActions({ student, ask }: { student: StudentDetails; ask: (what: Asking) => void }) {
  const rights = useRights();
  const toggle = useStatusToggle('Student', useChangeStudentStatus().mutateAsync);
  const { erasedAt, walletStatus } = student;
  const isActive = student.status === 'active';
  const onWallet = allows(studentsApi.addWalletEntry.access, rights)
    ? [
        { label: 'Correct eWallet…', run: () => ask('entry') },
        {
          label: walletStatus === 'frozen' ? 'Unfreeze eWallet…' : 'Freeze eWallet…',
          run: () => ask('status'),
        },
      ]
    : [];
  const onRecord = [
    { label: 'Print wallet card…', run: () => ask('card') },
    ...(allows(studentRecordsApi.changeStatus.access, rights)
      ? [
          {
            label: isActive ? 'Deactivate student' : 'Activate student',
            run: () => toggle(student, fullName(student)),
          },
        ]
      : []),
    ...(allows(studentMergesApi.merge.access, rights)
      ? [{ label: 'Merge a duplicate…', run: () => ask('merge') }]
      : []),
    ...(allows(studentsApi.erase.access, rights)
      ? [{ label: 'Erase student…', danger: true, run: () => ask('erase') }]
      : []),
  ];
  const actions = erasedAt ? onWallet : [...onWallet, ...onRecord];
  return actions.length > 0 && <ActionMenu label="More actions" actions={actions} />;
}
