import type { ReturnsSummary } from '@pos/contract/close-out/close-out-snapshot';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { uploadsApi } from '@pos/contract/imports/uploads';
import { inventoryApi } from '@pos/contract/stock/inventory';
import { putAwayApi } from '@pos/contract/stock/warehouse/put-away';
import { reportsApi } from '@pos/contract/reports/reports';
import { formatChange, formatCount, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconListCheck, IconReportAnalytics, IconScan, IconUpload } from '@tabler/icons-react';
import { fairPath, returnCountPath } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { documentPath } from '#web/stock/warehouse/warehouse-paths.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { KeyNumbers, type KeyNumber } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { StepCard } from './step-card.tsx';
import * as styles from '../close-out.module.css';

/** Expected and counted returns, and links to count the rest. */
export function ReturnsStep({ fair, returns }: { fair: FairDetails; returns: ReturnsSummary }) {
  const { id, schoolIdentifier, identifier, startDate, endDate } = fair;
  const { titles, notCountedTitles, notCountedUnits, varianceTitles } = returns;
  const report = {
    reportType: 'FAIR_RETURN_REPORT',
    schoolIdentifier,
    fairIdentifier: identifier,
    startDate,
    endDate,
    wholeFair: true,
  };
  return (
    <StepCard
      title="What goes back"
      intro="Counted titles leave the fair when it is closed out. Damaged or missing units are written off; extra units are added."
      rows
    >
      <KeyNumbers bare numbers={returnNumbers(returns)} />
      <div className={styles.stepBody}>
        {notCountedTitles > 0 ? (
          <Notice kind="warn">
            {pluralize(notCountedTitles, 'title', 'titles')} not counted (
            {pluralize(notCountedUnits, 'unit', 'units')}). You can count them later.
          </Notice>
        ) : (
          <Notice kind="ok">
            {titles === 0
              ? 'No title is expected back.'
              : varianceTitles === 0
                ? 'Every title is counted, and nothing differs.'
                : 'Every title is counted.'}
          </Notice>
        )}
        <div className="row wrapping">
          <Allowed to={uploadsApi.bulkUpload}>
            <ButtonLink to={returnCountPath(id)}>
              <IconUpload size={16} stroke={1.75} aria-hidden /> Upload return count
            </ButtonLink>
          </Allowed>
          <Allowed to={putAwayApi.scan}>
            <ButtonLink to={documentPath('returns', id)}>
              <IconScan size={16} stroke={1.75} aria-hidden /> Scan cartons and books
            </ButtonLink>
          </Allowed>
          <Allowed to={inventoryApi.fairInventory}>
            <ButtonLink to={fairPath(id, 'inventory')}>
              <IconListCheck size={16} stroke={1.75} aria-hidden /> Count by title
            </ButtonLink>
          </Allowed>
          <Allowed to={reportsApi.run}>
            <ButtonLink to={pathTo('reports', {}, report)} variant="quiet">
              <IconReportAnalytics size={16} stroke={1.75} aria-hidden /> Return report
            </ButtonLink>
          </Allowed>
        </div>
      </div>
    </StepCard>
  );
}

/** Key numbers of the return. */
export function returnNumbers({
  titles,
  countedTitles,
  expectedUnits,
  countedUnits,
  damagedUnits,
  varianceTitles,
  varianceUnits,
  varianceValueCents,
}: ReturnsSummary): KeyNumber[] {
  return [
    { label: 'Titles counted', value: `${formatCount(countedTitles)} of ${formatCount(titles)}` },
    { label: 'Units expected', value: formatCount(expectedUnits) },
    {
      label: 'Units counted',
      value: formatCount(countedUnits),
      detail: `${formatCount(damagedUnits)} damaged`,
    },
    {
      label: 'Variance',
      value: formatChange(varianceUnits),
      detail:
        varianceTitles === 0
          ? 'of the counted titles'
          : `${formatCents(varianceValueCents)} at retail in ${pluralize(varianceTitles, 'title', 'titles')}`,
    },
  ];
}
