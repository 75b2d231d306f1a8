import { ALL_SCHOOLS, type ReportQuery } from '@pos/contract/reports/report-query';
import { REPORT_PERIODS, WEEKDAY_NAMES } from '@pos/contract/reports/report-schedules';
import { isTimeZone } from '@pos/contract/values/clock';
import { formatDayRange } from '@pos/contract/values/days';
import { useWatch } from 'react-hook-form';
import { useSendsMail } from '#web/lib/api/mail-delivery.ts';
import { timeZoneChoices } from '#web/lib/input/time-zones.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField, MultiSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import { useField, type FieldProps } from '#web/ui/fields/field.tsx';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { SegmentField } from '#web/ui/fields/segment-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import * as styles from './schedules.module.css';

const PERIODS = Object.entries(REPORT_PERIODS).map(([value, label]) => ({ value, label }));

const FORMATS = [
  { value: 'pdf', label: 'PDF' },
  { value: 'xlsx', label: 'XLSX' },
  { value: 'csv', label: 'CSV' },
];

const RECIPIENTS = [
  { value: 'staff', label: 'Staff' },
  { value: 'coordinator', label: "School's coordinator" },
];

/** Fields of a schedule, beside the question of the report, which the dialog's title names. */
export function ScheduleFields({ query }: { query: ReportQuery }) {
  const isForCoordinator = useWatch({ name: 'to' }) === 'coordinator';
  const hasSameDays = useWatch({ name: 'period' }) === 'same_days';
  const sendsMail = useSendsMail();
  return (
    <div className="stack gap-20">
      {sendsMail === false && (
        <Notice kind="info">
          This server sends no email. Each message is saved as a file on the server.
        </Notice>
      )}
      <WeekdaysField name="weekdays" label="Weekdays" />
      <div className={styles.pair}>
        <TextField name="time" label="Time" type="time" />
        <AsyncSelectField
          name="timeZone"
          label="Time zone"
          choices={timeZoneChoices}
          exact={(text) => (text.includes('/') && isTimeZone(text) ? text : undefined)}
          isRequired
        />
        <SelectField
          name="period"
          label="Days in the report"
          choices={PERIODS.filter(
            ({ value }) => value !== 'whole_fair' || query.fairIdentifier !== undefined,
          )}
          {...(hasSameDays && { hint: formatDayRange(query.startDate, query.endDate) })}
        />
        <SelectField name="format" label="File" choices={FORMATS} />
      </div>
      {query.schoolIdentifier !== ALL_SCHOOLS && (
        <SegmentField name="to" label="Send to" choices={RECIPIENTS} />
      )}
      {isForCoordinator ? (
        <p className="caption">
          It goes to the coordinator that the school has on the day of sending, without any column
          about students.
        </p>
      ) : (
        <MultiSelectField
          name="adminIds"
          label="People"
          choices={RECORDS.admins}
          hint="Each needs the right to read Reports, also on the day of sending. Names of students are in the file of those who may read Students."
        />
      )}
    </div>
  );
}

/** Weekdays to tick; the value is the sorted list of their numbers, Monday first. */
function WeekdaysField(field: FieldProps) {
  const wired = useField(field);
  const { id, ref, onBlur, ...control } = wired.control;
  const chosen = Array.isArray(wired.value) ? (wired.value as number[]) : [];
  const toggle = (day: number, isChosen: boolean): void =>
    wired.change(
      isChosen
        ? [...chosen, day].sort((one, other) => one - other)
        : chosen.filter((one) => one !== day),
    );
  return (
    <fieldset
      className={fieldStyles.field}
      aria-invalid={control['aria-invalid']}
      aria-describedby={control['aria-describedby']}
    >
      <legend className={fieldStyles.label}>{field.label}</legend>
      <div className={styles.weekdays}>
        {Object.entries(WEEKDAY_NAMES).map(([key, name], index) => (
          <label key={key}>
            <input
              type="checkbox"
              aria-label={name}
              id={index === 0 ? id : undefined}
              ref={index === 0 ? ref : undefined}
              checked={chosen.includes(Number(key))}
              onChange={({ target }) => toggle(Number(key), target.checked)}
              onBlur={onBlur}
            />
            {name.slice(0, 2)}
          </label>
        ))}
      </div>
      <FieldMessages id={id} error={wired.error} hint={field.hint} />
    </fieldset>
  );
}
