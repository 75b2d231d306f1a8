import { WEEKDAY_NAMES } from '@pos/contract/report-schedules';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import { useField, type FieldProps } from '#web/ui/fields/field.tsx';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import * as styles from './schedules.module.css';

/** Weekdays to tick; the value is the sorted list of their numbers, Monday first. */
export function WeekdaysField(field: FieldProps) {
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
