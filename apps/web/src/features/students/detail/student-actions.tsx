import { deskTopUpsApi } from '@pos/contract/desk-top-ups';
import { studentsApi, type StudentDetails } from '@pos/contract/students';
import { Suspense } from 'react';
import { Allowed } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ActionMenu } from '#web/ui/menu.tsx';
import { useOpened } from '#web/ui/use-opened.ts';

const WalletEntryDialog = lazyPart(
  async () => (await import('./wallet-dialogs.tsx')).WalletEntryDialog,
);
const TopUpDialog = lazyPart(async () => (await import('./top-up-dialog.tsx')).TopUpDialog);
const WalletStatusDialog = lazyPart(
  async () => (await import('./wallet-dialogs.tsx')).WalletStatusDialog,
);
const EraseDialog = lazyPart(async () => (await import('./erase-dialog.tsx')).EraseDialog);

/** Buttons on a student and the eWallet, each for those who may use it, with their dialogs. */
export function StudentActions({ student }: { student: StudentDetails }) {
  const {
    opened: asking,
    open: setAsking,
    close,
  } = useOpened<'topUp' | 'entry' | 'status' | 'erase'>();
  const { status, walletStatus, erasedAt } = student;
  return (
    <>
      <div className="row wrapping">
        {!erasedAt && status === 'active' && (
          <Allowed to={deskTopUpsApi.add}>
            <Button size="sm" onClick={() => setAsking('topUp')}>
              Top up eWallet
            </Button>
          </Allowed>
        )}
        <Allowed to={studentsApi.addWalletEntry}>
          <Button size="sm" onClick={() => setAsking('entry')}>
            Correct eWallet
          </Button>
          <Button size="sm" onClick={() => setAsking('status')}>
            {walletStatus === 'frozen' ? 'Unfreeze eWallet' : 'Freeze eWallet'}
          </Button>
          {!erasedAt && (
            <ActionMenu
              label="More actions"
              actions={[{ label: 'Erase student…', danger: true, run: () => setAsking('erase') }]}
            />
          )}
        </Allowed>
      </div>
      <Suspense>
        {asking === 'topUp' && <TopUpDialog student={student} onClose={close} />}
        {asking === 'entry' && <WalletEntryDialog student={student} onClose={close} />}
        {asking === 'status' && <WalletStatusDialog student={student} onClose={close} />}
        {asking === 'erase' && <EraseDialog student={student} onClose={close} />}
      </Suspense>
    </>
  );
}
