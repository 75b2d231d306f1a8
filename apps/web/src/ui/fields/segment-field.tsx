import type { Icon } from '@tabler/icons-react';
import { FieldMessages } from './field-messages.tsx';
import { useField, type FieldProps } from './field.tsx';
import * as styles from './quantity.module.css';
import * as fieldStyles from './fields.module.css';

/**
 * Choice of two or three visible options, such as Add or Remove. Arrow keys change it, as in any
 * radio group.
 */
export function SegmentField({
  choices,
  ...field
}: FieldProps & { choices: readonly { value: string; label: string; icon?: Icon }[] }) {
  const wired = useField(field);
  const { id, ref, ...control } = wired.control;
  return (
    <fieldset
      className={fieldStyles.field}
      role="radiogroup"
      aria-invalid={control['aria-invalid']}
      aria-describedby={control['aria-describedby']}
    >
      <legend className={fieldStyles.label}>{field.label}</legend>
      <div className={styles.segment}>
        {choices.map(({ value, label, icon: ChoiceIcon }, index) => (
          <label key={value}>
            <input
              type="radio"
              className="visually-hidden"
              name={`${id}-segment`}
              id={index === 0 ? id : undefined}
              ref={index === 0 ? ref : undefined}
              checked={value === wired.value}
              onChange={() => wired.change(value)}
              onBlur={control.onBlur}
            />
            {ChoiceIcon && <ChoiceIcon size={16} aria-hidden />} {label}
          </label>
        ))}
      </div>
      <FieldMessages id={id} error={wired.error} hint={field.hint} />
    </fieldset>
  );
}
