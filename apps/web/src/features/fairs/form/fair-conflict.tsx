import type { FairDetails } from '@pos/contract/fairs';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { adminChoices } from '#web/features/admins/admins.data.ts';
import { deviceChoices } from '#web/features/devices/devices.data.ts';
import type { choicesOf } from '#web/lib/choices.ts';
import { formatDay } from '#web/lib/time.ts';
import { PACKAGE_CHOICES } from '../fair-status.ts';

/** What of a fair is edited in its form. */
export type FairFormValues = ReturnType<typeof formValuesOf>;

/** A fair as its form opens with it. */
export function formValuesOf({ schoolIdentifier, name, address, startDate, endDate, salesTaxRate, adminId, packageOption, hours, publicMessage, deviceIds }: FairDetails) {
  return { schoolIdentifier, name, address, startDate, endDate, salesTaxRate, adminId, packageOption, hours, publicMessage, deviceIds };
}

type Shown = { label: string; show: (value: unknown) => ReactNode };
const text = (value: unknown): ReactNode => (typeof value === 'string' && value !== '' ? value : 'Nothing');
const day = (value: unknown): ReactNode => formatDay(String(value));
const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);

/** How each field of the form is named and shown where two people changed it. */
export const FAIR_FIELDS: Record<keyof FairFormValues, Shown> = {
  schoolIdentifier: { label: 'School', show: text },
  name: { label: 'Fair name', show: text },
  address: { label: 'Address', show: text },
  startDate: { label: 'Start date', show: day },
  endDate: { label: 'End date', show: day },
  salesTaxRate: { label: 'Sales tax rate', show: (value) => `${String(value)}%` },
  adminId: { label: 'Admin', show: (value) => <Labels choices={adminChoices} ids={ids(value)} /> },
  packageOption: { label: 'Package', show: (value) => PACKAGE_CHOICES.find((choice) => choice.value === value)?.label },
  hours: { label: 'Hours', show: text },
  publicMessage: { label: 'Message to families', show: text },
  deviceIds: { label: 'Planned devices', show: (value) => <Labels choices={deviceChoices} ids={ids(value)} /> },
};

function Labels({ choices, ids: chosen }: { choices: Pick<ReturnType<typeof choicesOf>, 'labelOf'>; ids: readonly string[] }) {
  const labels = useQueries({ queries: chosen.map((id) => choices.labelOf(id)) });
  return chosen.length === 0 ? 'None' : labels.map(({ data }) => data ?? '…').join(', ');
}
