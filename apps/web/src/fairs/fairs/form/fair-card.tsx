import { SELLING_MARGIN_DAYS, type FairDetails } from '@pos/contract/fairs/fairs';
import { formatCount } from '@pos/contract/values/counts';
import { addDays, formatDayRange } from '@pos/contract/values/days';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { fairStatus } from '../fair-status.ts';
import * as styles from './fair-card.module.css';

/** Facts next to the form: identifier, state, selling dates, and clashes. */
export function FairCard({ fair }: { fair: FairDetails }) {
  const { identifier, startDate, endDate, orders, warnings } = fair;
  return (
    <Card title="This fair">
      <Facts
        facts={[
          [
            'Identifier',
            <span key="identifier" className="monospace">
              {identifier}
            </span>,
          ],
          ['State', <StatusPill key="state" status={fairStatus(fair)} quiet />],
          [
            'Registers sell',
            formatDayRange(
              addDays(startDate, -SELLING_MARGIN_DAYS),
              addDays(endDate, SELLING_MARGIN_DAYS),
            ),
          ],
          ['Orders', formatCount(orders)],
        ]}
      />
      {warnings.length > 0 && (
        <ul className={styles.fairWarnings}>
          {warnings.map(({ code, text, link }) => (
            <li key={`${code} ${link}`}>
              <IconAlertTriangle size={14} stroke={2} aria-hidden />
              <span>
                {text} {link && <Link to={link}>See fair</Link>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
