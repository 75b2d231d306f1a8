import { allows } from '@pos/contract/permissions';
import { studentsApi, type StudentRow } from '@pos/contract/students';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useRights } from '#web/lib/session.tsx';
import type { BulkAction } from '#web/ui/table/description.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import type { BulkWalletsProps } from './bulk-wallets.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkWallets = lazyPart(async () => (await import('./bulk-wallets.tsx')).BulkWallets);

/** Actions of a SUPER_ADMIN on the eWallets of several students, and the dialog that runs them. */
export function useBulkWallets() {
  const mayChange = allows(studentsApi.changeWalletStatus.access, useRights());
  const { opened: asked, open: setAsked, close } = useOpened<Omit<BulkWalletsProps, 'onClose'>>();
  const bulk = (rows: readonly StudentRow[], onDone: () => void): BulkAction[] =>
    mayChange
      ? [
          {
            label: 'Freeze eWallets',
            icon: IconLock,
            run: () => setAsked({ status: 'frozen', rows, onDone }),
          },
          {
            label: 'Unfreeze eWallets',
            icon: IconLockOpen,
            run: () => setAsked({ status: 'active', rows, onDone }),
          },
        ]
      : [];
  const dialog = asked && (
    <Suspense>
      <BulkWallets {...asked} onClose={close} />
    </Suspense>
  );
  return { bulk, dialog };
}
