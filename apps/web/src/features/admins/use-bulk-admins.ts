import { IconShieldCheck, IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/use-bulk-dialog.tsx';
import type { BulkAdminsProps } from './bulk-admins.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkAdmins = lazyPart(async () => (await import('./bulk-admins.tsx')).BulkAdmins);

const OFFERS: readonly BulkOffer<BulkAdminsProps>[] = [
  { label: 'Activate', icon: IconToggleRight, ask: { what: 'activate' } },
  { label: 'Deactivate', icon: IconToggleLeft, ask: { what: 'deactivate' } },
  { label: 'Change role', icon: IconShieldCheck, ask: { what: 'role' } },
];

/** Actions on several users at once, and the dialog that runs them. */
export const useBulkAdmins = () => useBulkDialog(BulkAdmins, OFFERS);
