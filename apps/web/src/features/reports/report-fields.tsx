import { SHIPPING_STATUS } from '@pos/contract/line-reports';
import { PAYMENT_METHODS } from '@pos/contract/payments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { asText } from '#web/ui/fields/field.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo-fields.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import '#web/ui/seg.css';
import { presetsOf, type Preset } from './report-presets.ts';
import { fairsOf, schoolOf, schoolsByIdentifier, type ReportFair, type ReportSchool } from './reports.data.ts';

const STATUSES = Object.entries(SHIPPING_STATUS).map(([value, label]) => ({ value, label }));
const METHODS = Object.entries(PAYMENT_METHODS).map(([value, label]) => ({ value: Number(value), label }));

/** School, fair, days, method, and for shipments where they stand. Choosing a school proposes its live fair, or its last one. */
export function ReportFields() {
  const { setValue, getValues, trigger, setFocus } = useFormContext();
  const queryClient = useQueryClient();
  const values: Record<string, unknown> = useWatch();
  const identifier = asText(values['schoolIdentifier']);
  const school = useQuery(schoolOf(identifier)).data ?? undefined;
  const fairs = useQuery(fairsOf(identifier)).data ?? [];
  const fair = fairs.find((one) => one.identifier === values['fairIdentifier']);
  const fairChoices = fairs.map(({ identifier: value, label, startDate }) => ({ value, label: nameOf(label, startDate, fairs) }));
  // A link may name a fair that is no longer active.
  const named = asText(values['fairIdentifier']);
  if (named && !fair) fairChoices.push({ value: named, label: named });
  const set = (name: string, value: unknown): void => setValue(name, value, { shouldDirty: true, shouldValidate: true });

  const setRange = ({ startDate, endDate }: { startDate: string; endDate: string }): void => {
    set('startDate', startDate);
    set('endDate', endDate);
  };
  const pickSchool = async (picked: ReportSchool | undefined): Promise<void> => {
    set('fairIdentifier', '');
    const before = JSON.stringify(getValues());
    const current = picked && (await queryClient.fetchQuery(fairsOf(picked.identifier)))[0];
    // Whoever has gone on typing meanwhile knows better.
    if (!current || JSON.stringify(getValues()) !== before) return;
    set('fairIdentifier', current.identifier);
    setRange(current);
  };
  const applyPreset = async (preset: Preset): Promise<void> => {
    if (preset.ofFair && !preset.startDate) {
      await trigger('schoolIdentifier');
      setFocus('schoolIdentifier');
      return;
    }
    if (preset.ofFair && !fair) set('fairIdentifier', fairs[0]?.identifier ?? '');
    setRange(preset);
  };
  const presets = presetsOf(fair ?? fairs[0], fair?.timeZone ?? school?.timeZone);
  const pressed = presets.find(({ startDate, endDate }) => startDate !== '' && startDate === values['startDate'] && endDate === values['endDate']);
  return (
    <div className="report-fields">
      <AsyncSelectField name="schoolIdentifier" label="School" options={schoolsByIdentifier} current={school} detail={(one) => one.identifier} onPick={(picked) => void pickSchool(picked)} />
      <SelectField name="fairIdentifier" label="Fair" note="optional" choices={fairChoices} placeholder="All fairs of the school" />
      <SelectField name="method" label="Paid by" note="optional" choices={METHODS} placeholder="All methods" />
      <DateField name="startDate" label="Start date" />
      <DateField name="endDate" label="End date" />
      {values['reportType'] === 'SHIP_TO_SCHOOL' && <SelectField name="status" label="Status" note="optional" choices={STATUSES} placeholder="All statuses" />}
      <div className="report-presets">
        <span className="seg" role="group" aria-label="Ranges">
          {presets.map((preset) => (
            <button key={preset.label} type="button" aria-pressed={preset === pressed} onClick={() => void applyPreset(preset)}>
              {preset.label}
            </button>
          ))}
        </span>
      </div>
    </div>
  );
}

/** A fair by its name; two of one name are told apart by their first day. */
function nameOf(label: string, startDate: string, fairs: readonly ReportFair[]): string {
  return fairs.filter((one) => one.label === label).length > 1 ? `${label} (${startDate.slice(5, 7)}/${startDate.slice(0, 4)})` : label;
}
