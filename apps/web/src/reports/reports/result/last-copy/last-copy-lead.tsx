import type { LastCopyReport } from '@pos/contract/reports/reports';
import { shipmentsApi } from '@pos/contract/stock/warehouse/shipments';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { IconTruck } from '@tabler/icons-react';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import * as styles from '../../reports.module.css';
import * as ownStyles from './last-copy.module.css';

// Loaded on demand.
const RestockDialog = lazyPart(() => import('./restock-dialog.tsx'), 'RestockDialog');

/** Numbers of titles that are sold out, and that are about to be, with the way to restock them. */
export function LastCopyLead({ report: { totals, threshold, rows } }: { report: LastCopyReport }) {
  const { soldOutTitles, lastCopyTitles } = totals;
  const { opened, open, close } = useOpened<'restock'>();
  const sendable = rows.filter(({ warehouseAvailable }) => warehouseAvailable > 0);
  return (
    <div className={`row spread wrapping ${ownStyles.lead}`}>
      <p className={styles.lead}>
        {soldOutTitles === 0 ? 'None sold out' : `${pluralize(soldOutTitles, 'title')} sold out`};{' '}
        {pluralize(lastCopyTitles, soldOutTitles === 0 ? 'title' : 'more title')} down to{' '}
        {threshold === 1 ? 'the last copy' : `the last ${formatCount(threshold)} copies or fewer`}.
      </p>
      {sendable.length > 0 && (
        <Allowed to={shipmentsApi.open}>
          <Button onClick={() => open('restock')}>
            <IconTruck size={16} stroke={1.75} aria-hidden /> Restock these
          </Button>
        </Allowed>
      )}
      {opened && <RestockDialog rows={sendable} onClose={close} />}
    </div>
  );
}
