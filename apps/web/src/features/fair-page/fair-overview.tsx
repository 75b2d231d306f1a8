import { customizationsApi } from '@pos/contract/customizations';
import { type FairDetails, fairsApi } from '@pos/contract/fairs';
import { PACKAGE_OPTIONS } from '@pos/contract/fair-packages';
import { uploadsApi } from '@pos/contract/uploads';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { pathTo } from '#web/lib/paths.ts';
import { formatPhone } from '#web/lib/phone.ts';
import { Allowed, useRights } from '#web/lib/session.tsx';
import { AttentionList } from '#web/ui/attention-list.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card, Facts, KeyNumbers, type KeyNumber } from '#web/ui/card.tsx';
import { Checklist } from '#web/ui/checklist.tsx';
import { fairPath, uploadPath } from '#web/features/fairs/fair-paths.ts';
import { fairAttention } from './attention.ts';
import { RegistersCard } from './registers-card.tsx';
import { SalesByDay } from './sales-by-day.tsx';
import * as styles from './fair-details.module.css';

/** First tab of a fair: its figures, points that need a person, and its readiness. */
export function FairOverview({ fair }: { fair: FairDetails }) {
  const attention = fairAttention(fair, useRights());
  const done = fair.readiness.filter((item) => item.done).length;
  return (
    <div className="stack">
      <KeyNumbers numbers={keyNumbers(fair)} />
      <div className={styles.fairGrid}>
        <div className="stack">
          <Card
            title="Needs attention"
            {...(attention.length > 0 && { count: attention.length })}
            rows
          >
            <AttentionList items={attention} />
          </Card>
          <SalesByDay fair={fair} />
        </div>
        <div className="stack">
          <Card
            title="Readiness"
            aside={
              <span className="caption numeric">
                {done} of {fair.readiness.length} done
              </span>
            }
          >
            <Checklist
              label="Readiness"
              items={fair.readiness.map((item) => ({
                ...item,
                key: item.code,
                action:
                  item.done || fair.closeOutState === 'finished' ? undefined : (
                    <NextStep fair={fair} code={item.code} />
                  ),
              }))}
            />
          </Card>
          <RegistersCard devices={fair.devices} />
          <Card title="Details">
            <Facts facts={facts(fair)} />
          </Card>
        </div>
      </div>
    </div>
  );
}

function keyNumbers({
  totals,
  orders: allOrders,
  salesTaxRatePpm,
  schoolEnrollment,
}: FairDetails): KeyNumber[] {
  const {
    netCents,
    taxCents,
    orders,
    unitsSold,
    unitsRefunded,
    onHandUnits,
    sentUnits,
    shipToSchoolOpenUnits,
  } = totals;
  return [
    {
      label: 'Net sales',
      value: formatCents(netCents),
      detail: schoolEnrollment
        ? `${formatCents(Math.round(netCents / schoolEnrollment))} per student`
        : 'before tax, after refunds',
    },
    { label: 'Tax', value: formatCents(taxCents), detail: formatPpm(salesTaxRatePpm) },
    {
      label: 'Orders',
      value: formatCount(allOrders),
      detail: ordersDetail(
        allOrders - orders,
        orders > 0 ? Math.round(netCents / orders) : undefined,
      ),
    },
    {
      label: 'Units sold',
      value: formatCount(unitsSold),
      detail: `${formatCount(unitsRefunded)} refunded`,
    },
    {
      label: 'On hand',
      value: formatCount(onHandUnits),
      detail:
        sentUnits > 0
          ? `${Math.round((onHandUnits / sentUnits) * 100)}% of ${formatCount(sentUnits)} sent`
          : 'nothing sent yet',
    },
    {
      label: 'Ship to school',
      value: formatCount(shipToSchoolOpenUnits),
      detail: shipToSchoolOpenUnits === 1 ? 'unit to order' : 'units to order',
    },
  ];
}

/**
 * Average of the orders counted as sales, and the number of those that are not: unpaid or
 * canceled.
 */
function ordersDetail(notSold: number, averageCents: number | undefined): string {
  const parts = [
    averageCents !== undefined && `${formatCents(averageCents)} average`,
    notSold > 0 && `${formatCount(notSold)} unpaid or canceled`,
  ].filter(Boolean);
  return parts.length === 0 ? 'none yet' : parts.join(', ');
}

/** Button that completes an item of the checklist, if the rights allow it. */
function NextStep({
  fair,
  code,
}: {
  fair: FairDetails;
  code: FairDetails['readiness'][number]['code'];
}) {
  if (code === 'inventory') {
    return (
      <Allowed to={uploadsApi.bulkUpload}>
        <ButtonLink to={uploadPath(fair.id)} size="sm" variant="quiet">
          Upload
        </ButtonLink>
      </Allowed>
    );
  }
  if (code === 'template' || code === 'publicPage') {
    return (
      <Allowed to={customizationsApi.get}>
        <ButtonLink to={fairPath(fair.id, 'templates')} size="sm" variant="quiet">
          {code === 'template' ? 'Choose' : 'Publish'}
        </ButtonLink>
      </Allowed>
    );
  }
  return (
    <Allowed to={fairsApi.update}>
      <ButtonLink to={pathTo('edit-fair', { id: fair.id })} size="sm" variant="quiet">
        {code === 'devices' ? 'Choose' : 'Set'}
      </ButtonLink>
    </Allowed>
  );
}

function facts(fair: FairDetails): readonly (readonly [string, string])[] {
  return [
    ['School', fair.schoolName],
    ['School identifier', fair.schoolIdentifier],
    ['Enrollment', fair.schoolEnrollment === null ? '–' : formatCount(fair.schoolEnrollment)],
    ['Hours', fair.hours || '–'],
    ['Package', PACKAGE_OPTIONS[fair.packageOption]],
    ['Cartons', pluralize(fair.totals.cartons, 'carton', 'cartons')],
    ['Sales tax', formatPpm(fair.salesTaxRatePpm)],
    ['School phone', formatPhone(fair.schoolPhone) || '–'],
  ];
}
