import { studentsApi } from '@pos/contract/students';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/use-bulk-dialog.tsx';
import type { BulkWalletsProps } from './bulk-wallets.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkWallets = lazyPart(async () => (await import('./bulk-wallets.tsx')).BulkWallets);

const { access } = studentsApi.changeWalletStatus;
const OFFERS: readonly BulkOffer<BulkWalletsProps>[] = [
  { label: 'Freeze eWallets', icon: IconLock, access, ask: { status: 'frozen' } },
  { label: 'Unfreeze eWallets', icon: IconLockOpen, access, ask: { status: 'active' } },
];

/** Actions of a SUPER_ADMIN on the eWallets of several students, and the dialog that runs them. */
export const useBulkWallets = () => useBulkDialog(BulkWallets, OFFERS);
