import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import {
  ALL_SCHOOLS,
  asksFor,
  COMPANY_FILTERS,
  type ReportType,
} from '@pos/contract/reports/report-query';
import type { ReportDescription } from '@pos/contract/reports/description';
import { REPORTS } from '@pos/contract/reports/list';
import { SHIPPING_STATUS } from '@pos/contract/reports/ship-to-school';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { Button } from '#web/ui/buttons/button.tsx';
import { SelectField, SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import * as styles from './report-form.module.css';

// Loaded on demand: most reports are of one fair.
const CompanyFilters = asidePart(() => import('./company-filters.tsx'), 'CompanyFilters');

const STATUSES = Object.entries(SHIPPING_STATUS).map(([value, { label }]) => ({ value, label }));
const METHODS = Object.entries(PAYMENT_METHODS).map(([value, label]) => ({
  value: Number(value),
  label,
}));

/** Limits of a report besides its subject and days; nothing for a report without any. */
export function OptionsField() {
  const values: Record<string, unknown> = useWatch();
  const reportType = values['reportType'] as ReportType;
  const { isOfStock, asks = [] }: ReportDescription = REPORTS[reportType];
  const hasMethod = !isOfStock;
  const hasStatus = asks.includes('status');
  const isOfAll = values['schoolIdentifier'] === ALL_SCHOOLS;
  const hasRegisters = asksFor(reportType, 'byDevice') && !isOfAll;
  if (!hasMethod && !hasStatus && !hasRegisters && !isOfAll) return null;
  const used = [
    hasMethod && values['method'],
    hasStatus && values['status'],
    hasRegisters && values['byDevice'],
    ...(isOfAll ? Object.keys(COMPANY_FILTERS).map((name) => values[name]) : []),
  ].filter(Boolean).length;
  return (
    <Popover
      label="Options"
      align="end"
      width={280}
      button={(props) => (
        <Button {...props} aria-label={used > 0 ? `Options, ${used} set` : 'Options'}>
          <IconAdjustmentsHorizontal size={16} aria-hidden />
          <span className={styles.wideOnly}>Options</span>
          {used > 0 && <span className={styles.used}>{used}</span>}
        </Button>
      )}
    >
      {() => (
        <div className={styles.box}>
          {isOfAll && <CompanyFilters />}
          {hasMethod && (
            <SelectField
              name="method"
              label="Paid by"
              choices={METHODS}
              placeholder="All methods"
            />
          )}
          {hasStatus && (
            <SelectField
              name="status"
              label="Status"
              choices={STATUSES}
              placeholder="All statuses"
            />
          )}
          {hasRegisters && <SwitchField name="byDevice" label="Also by register" />}
          {isOfAll && (
            <p className="caption">
              Fairs with days or sales in the range count. eWallets and AveDollars cover all schools
              of the region.
            </p>
          )}
        </div>
      )}
    </Popover>
  );
}
