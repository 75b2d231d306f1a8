import { boxClass } from './box-class.ts';
import { FieldMessages } from './field-messages.tsx';
import { asText, useField, type FieldProps } from './field.tsx';
import * as fieldStyles from './fields.module.css';
import * as styles from './growing-field.module.css';

/**
 * Multi-line text that is one line high until more is written. Its label is for screen readers; the
 * placeholder shows it.
 */
export function GrowingField({ placeholder, ...field }: FieldProps & { placeholder: string }) {
  const { control, value, change, error } = useField(field);
  return (
    <div className={fieldStyles.field}>
      <label className="visually-hidden" htmlFor={control.id}>
        {field.label}
      </label>
      <textarea
        {...control}
        rows={1}
        placeholder={placeholder}
        className={boxClass(error, styles.growing)}
        value={asText(value)}
        onChange={({ target }) => change(target.value)}
      />
      <FieldMessages id={control.id} error={error} hint={field.hint} />
    </div>
  );
}
