import type { FairDetails } from '@pos/contract/fairs/fairs';
import { formatDay } from '@pos/contract/values/days';
import { Fragment } from 'react';
import { RECORDS } from '#web/lib/lists/records.ts';
import { schoolsByIdentifier } from '#web/fairs/schools/schools.data.ts';
import { ChoiceLabel } from '#web/ui/values/label-of.tsx';
import type { ShownField } from '#web/ui/form/use-save-merged.tsx';
import { PACKAGE_CHOICES } from '../fair-status.ts';

const day = (value: unknown): string => formatDay(String(value));

/** Each field of the form: its blank value, its label and its display in the conflict dialog. */
const FIELDS = {
  schoolIdentifier: {
    blank: null,
    label: 'School',
    show: (value) => <ChoiceLabel choices={schoolsByIdentifier} id={String(value)} />,
  },
  name: { blank: '', label: 'Fair name' },
  address: { blank: '', label: 'Address' },
  startDate: { blank: '', label: 'Start date', show: day },
  endDate: { blank: '', label: 'End date', show: day },
  salesTaxRate: {
    blank: undefined,
    label: 'Sales tax rate',
    show: (value) => `${String(value)}%`,
  },
  adminId: {
    blank: null,
    label: 'Admin',
    show: (value) => <ChoiceLabel choices={RECORDS.admins} id={String(value)} />,
  },
  packageOption: {
    blank: null,
    label: 'Package',
    show: (value) => PACKAGE_CHOICES.find((choice) => choice.value === value)?.label,
  },
  hours: { blank: '', label: 'Hours' },
  publicMessage: { blank: '', label: 'Message to families' },
  deviceIds: {
    blank: [],
    label: 'Planned devices',
    show: (value) => <Devices ids={Array.isArray(value) ? value.map(String) : []} />,
  },
} satisfies { [Name in keyof FairDetails]?: ShownField & { blank: unknown } };

type FieldName = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as FieldName[];

export const FAIR_FIELDS: Record<FieldName, ShownField> = FIELDS;
/** Values of a new fair. */
export const BLANK_FAIR = {
  identifier: '',
  ...Object.fromEntries(NAMES.map((name) => [name, FIELDS[name].blank])),
};

/** Values of a fair that its form edits. */
export type FairFormValues = Pick<FairDetails, FieldName>;

/** Form values of a fair. */
export function toFairFormValues(fair: FairDetails): FairFormValues {
  return Object.fromEntries(NAMES.map((name) => [name, fair[name]])) as FairFormValues;
}

function Devices({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return 'None';
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <ChoiceLabel choices={RECORDS.devices} id={id} />
    </Fragment>
  ));
}
