import { SHIPPING_STATUS } from '@pos/contract/reports/ship-to-school';
import { ALL_SCHOOLS, asksFor, MAX_SHOWN_FAIRS, type ReportType } from '@pos/contract/report-query';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { asText } from '#web/ui/fields/field.tsx';
import { SelectField, SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import * as segmentStyles from '#web/ui/segments.module.css';
import { reportPresets, presetsOfAllSchools, type Preset } from './report-presets.ts';
import {
  schoolFairsQuery,
  schoolQuery,
  type ReportFair,
  type SchoolChoice,
} from './reports.data.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import * as styles from './reports.module.css';
import * as boxStyles from '#web/ui/fields/box.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';

// Loaded on demand: search by typing is the heaviest part of the page.
const SchoolField = lazyPart(async () => (await import('./school-field.tsx')).SchoolField);

const STATUSES = Object.entries(SHIPPING_STATUS).map(([value, { label }]) => ({ value, label }));
const METHODS = Object.entries(PAYMENT_METHODS).map(([value, label]) => ({
  value: Number(value),
  label,
}));

/**
 * School, fair, days, method, and the shipping status for shipments. Choosing a school proposes its
 * live fair, or its last one.
 */
export function ReportFields() {
  const { getValues } = useFormContext();
  const fill = useFill();
  const queryClient = useQueryClient();
  const values: Record<string, unknown> = useWatch();
  const reportType = values['reportType'] as ReportType;
  const identifier = asText(values['schoolIdentifier']);
  const isAll = identifier === ALL_SCHOOLS;
  const school = useQuery(schoolQuery(identifier)).data ?? undefined;
  const fairs = useQuery(schoolFairsQuery(identifier)).data ?? [];
  const fair = fairs.find((one) => one.identifier === values['fairIdentifier']);
  const pickSchool = async (picked: SchoolChoice | undefined): Promise<void> => {
    fill({ fairIdentifier: '' });
    const before = JSON.stringify(getValues());
    const current =
      picked?.identifier === undefined
        ? undefined
        : (await queryClient.fetchQuery(schoolFairsQuery(picked.identifier)))[0];
    // Keep values that were typed meanwhile.
    if (!current || JSON.stringify(getValues()) !== before) return;
    const { identifier: fairIdentifier, startDate, endDate } = current;
    fill({ fairIdentifier, startDate, endDate });
  };
  return (
    <div className={styles.fields}>
      <Suspense fallback={<SchoolToCome name={school?.label ?? ''} />}>
        <SchoolField
          withAll={asksFor(reportType, 'allSchools')}
          current={school}
          onPick={(picked) => void pickSchool(picked)}
        />
      </Suspense>
      <SelectField
        name="fairIdentifier"
        label="Fair"
        note="optional"
        choices={fairChoices(fairs, asText(values['fairIdentifier']))}
        placeholder={isAll ? 'All fairs of all schools' : 'All fairs of the school'}
      />
      <SelectField
        name="method"
        label="Paid by"
        note="optional"
        choices={METHODS}
        placeholder="All methods"
      />
      <DateField name="startDate" label="Start date" />
      <DateField name="endDate" label="End date" />
      {asksFor(reportType, 'status') && (
        <SelectField
          name="status"
          label="Status"
          note="optional"
          choices={STATUSES}
          placeholder="All statuses"
        />
      )}
      {asksFor(reportType, 'byDevice') && <SwitchField name="byDevice" label="Also by register" />}
      {isAll && (
        <p className={`caption ${styles.all}`}>
          Every fair with days or sales in the range, one line each, and their total. eWallets and
          AveDollars cover all schools. More than {MAX_SHOWN_FAIRS} fairs are made as a file.
        </p>
      )}
      <RangePresets
        presets={
          isAll
            ? presetsOfAllSchools()
            : reportPresets(fair ?? fairs[0], fair?.timeZone ?? school?.timeZone)
        }
        fairToChoose={fair ? undefined : fairs[0]}
      />
    </div>
  );
}

/** Returns a function that sets fields as if they had been typed. */
function useFill() {
  const { setValue } = useFormContext();
  return (fields: Record<string, string>): void => {
    for (const [name, value] of Object.entries(fields))
      setValue(name, value, { shouldDirty: true, shouldValidate: true });
  };
}

/** Buttons that set the days. A range of the fair also chooses `fairToChoose`, if none is chosen. */
function RangePresets({
  presets,
  fairToChoose,
}: {
  presets: readonly Preset[];
  fairToChoose: ReportFair | undefined;
}) {
  const { trigger, setFocus } = useFormContext();
  const fill = useFill();
  const [start, end]: unknown[] = useWatch({ name: ['startDate', 'endDate'] });
  const pressed = presets.find(
    ({ startDate, endDate }) => startDate !== '' && startDate === start && endDate === end,
  );
  const apply = async ({ ofFair, startDate, endDate }: Preset): Promise<void> => {
    if (ofFair && !startDate) {
      await trigger('schoolIdentifier');
      setFocus('schoolIdentifier');
      return;
    }
    if (ofFair && fairToChoose) fill({ fairIdentifier: fairToChoose.identifier });
    fill({ startDate, endDate });
  };
  return (
    <div className={styles.presets}>
      <span className={segmentStyles.segments} role="group" aria-label="Ranges">
        {presets.map((preset) => (
          <button
            key={preset.label}
            type="button"
            aria-pressed={preset === pressed}
            onClick={() => void apply(preset)}
          >
            {preset.label}
          </button>
        ))}
      </span>
    </div>
  );
}

/** Placeholder of the school field while it loads. */
function SchoolToCome({ name }: { name: string }) {
  return (
    <div className={fieldStyles.field} aria-hidden>
      <span className={fieldStyles.label}>School</span>
      <input className={boxStyles.box} value={name} disabled tabIndex={-1} readOnly />
    </div>
  );
}

/** Choices of the fair field. A link may name a fair that is no longer active. */
function fairChoices(fairs: readonly ReportFair[], named: string) {
  const choices = fairs.map(({ identifier, label, startDate }) => ({
    value: identifier,
    label: nameOf(label, startDate, fairs),
  }));
  const isListed = named === '' || fairs.some(({ identifier }) => identifier === named);
  return isListed ? choices : [...choices, { value: named, label: named }];
}

/** Name of a fair; fairs with the same name get their first day added. */
function nameOf(label: string, startDate: string, fairs: readonly ReportFair[]): string {
  return fairs.filter((one) => one.label === label).length > 1
    ? `${label} (${startDate.slice(5, 7)}/${startDate.slice(0, 4)})`
    : label;
}
