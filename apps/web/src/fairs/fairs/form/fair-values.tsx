import type { FairDetails } from '@pos/contract/fairs/fairs';
import { formatDay } from '@pos/contract/values/days';
import { Fragment } from 'react';
import { adminChoices } from '#web/staff/admins/admins.data.ts';
import { deviceChoices } from '#web/fairs/devices/devices.data.ts';
import { schoolsByIdentifier } from '#web/fairs/schools/schools.data.ts';
import { ChoiceLabel } from '#web/ui/values/label-of.tsx';
import type { ShownField } from '#web/ui/form/use-save-merged.tsx';
import { PACKAGE_CHOICES } from '../fair-status.ts';

/** Values of a fair that its form edits. */
export type FairFormValues = ReturnType<typeof toFairFormValues>;

/** Form values of a fair. */
export function toFairFormValues({
  schoolIdentifier,
  name,
  address,
  startDate,
  endDate,
  salesTaxRate,
  adminId,
  packageOption,
  hours,
  publicMessage,
  deviceIds,
}: FairDetails) {
  return {
    schoolIdentifier,
    name,
    address,
    startDate,
    endDate,
    salesTaxRate,
    adminId,
    packageOption,
    hours,
    publicMessage,
    deviceIds,
  };
}

const day = (value: unknown): string => formatDay(String(value));

/** Label and display of each form field in the conflict dialog. */
export const FAIR_FIELDS: Record<keyof FairFormValues, ShownField> = {
  schoolIdentifier: {
    label: 'School',
    show: (value) => <ChoiceLabel choices={schoolsByIdentifier} id={String(value)} />,
  },
  name: { label: 'Fair name' },
  address: { label: 'Address' },
  startDate: { label: 'Start date', show: day },
  endDate: { label: 'End date', show: day },
  salesTaxRate: { label: 'Sales tax rate', show: (value) => `${String(value)}%` },
  adminId: {
    label: 'Admin',
    show: (value) => <ChoiceLabel choices={adminChoices} id={String(value)} />,
  },
  packageOption: {
    label: 'Package',
    show: (value) => PACKAGE_CHOICES.find((choice) => choice.value === value)?.label,
  },
  hours: { label: 'Hours' },
  publicMessage: { label: 'Message to families' },
  deviceIds: {
    label: 'Planned devices',
    show: (value) => <Devices ids={Array.isArray(value) ? value.map(String) : []} />,
  },
};

function Devices({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return 'None';
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <ChoiceLabel choices={deviceChoices} id={id} />
    </Fragment>
  ));
}
