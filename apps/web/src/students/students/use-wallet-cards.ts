import { walletCardsApi } from '@pos/contract/students/wallet-cards';
import { IconQrcode } from '@tabler/icons-react';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/rows/use-bulk-dialog.tsx';
import type { WalletCardsProps } from './wallet-cards-dialog.tsx';

// Loaded on demand.
const WalletCardsDialog = lazyPart(() => import('./wallet-cards-dialog.tsx'), 'WalletCardsDialog');

const OFFERS: readonly BulkOffer<WalletCardsProps>[] = [
  {
    label: 'Print wallet cards',
    icon: IconQrcode,
    access: walletCardsApi.print.access,
    ask: {},
  },
];

/** Action that prints the wallet cards of several students, and its dialog. */
export const useWalletCards = () => useBulkDialog(WalletCardsDialog, OFFERS);
