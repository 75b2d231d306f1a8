import { IconToggleLeft, IconToggleRight, IconTrash } from '@tabler/icons-react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/use-bulk-dialog.tsx';
import type { BulkLinesProps } from './bulk-lines.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkLines = lazyPart(async () => (await import('./bulk-lines.tsx')).BulkLines);

const OFFERS: readonly BulkOffer<BulkLinesProps>[] = [
  { label: 'Activate', icon: IconToggleRight, ask: { what: 'activate' } },
  { label: 'Deactivate', icon: IconToggleLeft, ask: { what: 'deactivate' } },
  { label: 'Delete…', icon: IconTrash, ask: { what: 'delete' } },
];

/** Actions on several titles of a fair at once, and the dialog that runs them. */
export const useBulkLines = () => useBulkDialog(BulkLines, OFFERS);
