import type { Access } from '@pos/contract/permissions';
import { allows } from '@pos/contract/permissions';
import { Suspense, type ReactNode } from 'react';
import { useRights } from '#web/lib/session/session.tsx';
import { useOpened } from '../../overlays/use-opened.ts';
import type { BulkAction } from '../description.ts';

/** Props of a dialog that runs an action on several rows; `onDone` clears their selection. */
type DialogProps = { rows: readonly unknown[]; onDone: () => void; onClose: () => void };

/** Bulk action that opens the dialog with `ask`, for people who may make the call of `access`. */
export type BulkOffer<Props extends DialogProps> = Omit<BulkAction, 'run'> & {
  access?: Access;
  /** False for a row that the action cannot concern; without any other the action is not offered. */
  fits?: (row: Props['rows'][number]) => boolean;
  ask: Omit<Props, keyof DialogProps>;
};

/** Returns the bulk actions of a list and the dialog that runs the chosen one. */
export function useBulkDialog<Props extends DialogProps>(
  Dialog: (props: Props) => ReactNode,
  offers: readonly BulkOffer<NoInfer<Props>>[],
) {
  const rights = useRights();
  const { opened, open, close } = useOpened<Omit<Props, 'onClose'>>();
  const offered = offers.filter(({ access }) => !access || allows(access, rights));
  const bulk = (rows: Props['rows'], onDone: () => void): BulkAction[] =>
    offered
      .filter(({ fits }) => !fits || rows.some(fits))
      .map(({ label, icon, ask }) => ({
        label,
        ...(icon && { icon }),
        run: () => open({ ...ask, rows, onDone } as Omit<Props, 'onClose'>),
      }));
  const dialog = opened && (
    <Suspense>
      <Dialog {...({ ...opened, onClose: close } as unknown as Props)} />
    </Suspense>
  );
  return { bulk, dialog };
}
