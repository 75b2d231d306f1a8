import type { Admin } from '@pos/contract/admins';
import { IconShieldCheck, IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { BulkAction } from '#web/ui/table/description.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import type { BulkAdminsProps } from './bulk-admins.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkAdmins = lazyPart(async () => (await import('./bulk-admins.tsx')).BulkAdmins);

/** Actions on several users at once, and the dialog that runs them. */
export function useBulkAdmins() {
  const { opened: asked, open: setAsked, close } = useOpened<Omit<BulkAdminsProps, 'onClose'>>();
  const bulk = (rows: readonly Admin[], onDone: () => void): BulkAction[] => [
    {
      label: 'Activate',
      icon: IconToggleRight,
      run: () => setAsked({ what: 'activate', rows, onDone }),
    },
    {
      label: 'Deactivate',
      icon: IconToggleLeft,
      run: () => setAsked({ what: 'deactivate', rows, onDone }),
    },
    {
      label: 'Change role',
      icon: IconShieldCheck,
      run: () => setAsked({ what: 'role', rows, onDone }),
    },
  ];
  const dialog = asked && (
    <Suspense>
      <BulkAdmins {...asked} onClose={close} />
    </Suspense>
  );
  return { bulk, dialog };
}
