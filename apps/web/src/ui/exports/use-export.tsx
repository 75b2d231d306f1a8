import { EXPORT_ACCESS, type ExportList } from '@pos/contract/office/exports';
import { allows } from '@pos/contract/permissions';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useRights } from '#web/lib/session/session.tsx';
import type { Total } from '#web/lib/lists/total.ts';
import type { BulkAction } from '../table/description.ts';
import { useOpened } from '../overlays/use-opened.ts';
import type { ExportDialogProps } from './export-dialog.tsx';
import { asidePart } from '../messages/lazy-part.tsx';
import * as styles from '../table/views/filters.module.css';

// Loaded on demand: the list needs no dialog at first.
const ExportDialog = asidePart(() => import('./export-dialog.tsx'), 'ExportDialog');

/**
 * Adds export to a list: `tool` is the button next to its filters, `chosen` the bulk action for
 * selected rows (given the list's query), `dialog` the dialog of both. No button without the right
 * to read the list.
 */
export function useExport(list: ExportList): {
  tool: (query: object, total: Total) => ReactNode;
  chosen: (query: object, rows: readonly { id: string }[]) => BulkAction[];
  dialog: ReactNode;
} {
  const mayExport = allows(EXPORT_ACCESS[list], useRights());
  const {
    opened: asked,
    open: setAsked,
    close,
  } = useOpened<Omit<ExportDialogProps, 'list' | 'onClose'>>();
  return {
    tool: (query, total) =>
      mayExport && (
        <button
          type="button"
          className={styles.filterButton}
          onClick={() => setAsked({ query, total })}
        >
          <IconDownload size={16} aria-hidden /> Export
        </button>
      ),
    chosen: (query, rows) =>
      mayExport
        ? [
            {
              label: 'Export',
              icon: IconDownload,
              run: () =>
                setAsked({
                  query,
                  total: { count: rows.length, isCapped: false },
                  ids: rows.map(({ id }) => id),
                }),
            },
          ]
        : [],
    dialog: asked && <ExportDialog {...asked} list={list} onClose={close} />,
  };
}
