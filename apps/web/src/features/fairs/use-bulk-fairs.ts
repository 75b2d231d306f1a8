import { fairsApi } from '@pos/contract/fairs';
import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/use-bulk-dialog.tsx';
import type { BulkFairsProps } from './bulk-fairs.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkFairs = lazyPart(async () => (await import('./bulk-fairs.tsx')).BulkFairs);

const { access } = fairsApi.changeStatus;
const OFFERS: readonly BulkOffer<BulkFairsProps>[] = [
  { label: 'Activate', icon: IconToggleRight, access, ask: { status: 'active' } },
  { label: 'Deactivate', icon: IconToggleLeft, access, ask: { status: 'inactive' } },
];

/** Actions on several fairs at once, and the dialog that runs them. */
export const useBulkFairs = () => useBulkDialog(BulkFairs, OFFERS);
