import { boxClass } from './box-class.ts';
import { asText, Field, useField, type FieldProps } from './field.tsx';
import { FieldMessages } from './field-messages.tsx';
import * as checkboxStyles from './checkbox.module.css';
import * as styles from './fields.module.css';

/** Option of a fixed list. */
export type Choice<Value extends string | number = string | number> = {
  value: Value;
  label: string;
};

/**
 * Select for a short fixed list, as the browser's native control. The value keeps its option's
 * type.
 */
export function SelectField({
  choices,
  placeholder = 'Choose…',
  onPick,
  ...field
}: FieldProps & {
  choices: readonly Choice[];
  placeholder?: string;
  onPick?: (value: Choice['value'] | null) => void;
}) {
  const wired = useField(field);
  const text = asText(wired.value);
  // Shows a value that is no longer an option, such as from an old draft, so that it is not saved
  // unseen.
  const isOther = text !== '' && choices.every(({ value }) => String(value) !== text);
  const choose = (chosen: string): void => {
    if (chosen === text) return;
    const value = choices.find((choice) => String(choice.value) === chosen)?.value ?? null;
    wired.change(value);
    onPick?.(value);
  };
  return (
    <Field field={field} wired={wired}>
      <select
        {...wired.control}
        className={boxClass(wired.error)}
        value={text}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{placeholder}</option>
        {isOther && <option value={text}>{text}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Radio buttons shown as tiles, in groups: the twelve packages. */
export function TileRadioField({
  groups,
  ...field
}: FieldProps & { groups: readonly { label?: string; choices: readonly Choice[] }[] }) {
  const wired = useField(field);
  const { id, ref, ...control } = wired.control;
  const first = groups[0]?.choices[0]?.value;
  return (
    <fieldset
      className={styles.field}
      role="radiogroup"
      aria-invalid={control['aria-invalid']}
      aria-describedby={control['aria-describedby']}
    >
      <legend className={styles.label}>
        {field.label} {field.note && <span className={styles.optional}>{field.note}</span>}
      </legend>
      {groups.map(({ label, choices }) => (
        <div key={label ?? ''} className={styles.tileGroup}>
          {label && <p className="caption">{label}</p>}
          <div className={styles.tiles}>
            {choices.map((choice) => (
              <label key={choice.value} className={`${styles.tile} numeric`}>
                <input
                  type="radio"
                  className={`${checkboxStyles.checkbox} ${checkboxStyles.round}`}
                  name={`${id}-tiles`}
                  id={choice.value === first ? id : undefined}
                  ref={choice.value === first ? ref : undefined}
                  checked={choice.value === wired.value}
                  onChange={() => wired.change(choice.value)}
                  onBlur={control.onBlur}
                />
                {choice.label}
              </label>
            ))}
          </div>
        </div>
      ))}
      <FieldMessages id={id} error={wired.error} hint={field.hint} />
    </fieldset>
  );
}

/** Switch; the value is a boolean. */
export function SwitchField(field: FieldProps) {
  const wired = useField(field);
  const { id } = wired.control;
  return (
    <div className={styles.field}>
      <div className="row spread gap-16">
        <label className={styles.label} htmlFor={id}>
          {field.label}
        </label>
        <input
          {...wired.control}
          type="checkbox"
          role="switch"
          aria-checked={wired.value === true}
          className={styles.switchControl}
          checked={wired.value === true}
          onChange={({ target }) => wired.change(target.checked)}
        />
      </div>
      <FieldMessages id={id} error={wired.error} hint={field.hint} />
    </div>
  );
}
