import { useId, type Ref } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { AttentionItem } from '#web/ui/attention-list.tsx';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import * as styles from './close-out.module.css';

/** Checkbox for each point that the person confirms before finishing. */
export function ConfirmPoints({ points }: { points: readonly AttentionItem[] }) {
  const { control, getValues } = useFormContext();
  const { field, fieldState } = useController({ name: 'confirmed', control });
  const id = useId();
  const confirmed = field.value as readonly string[];
  const error = fieldState.error?.message;
  const firstOpen = points.find(({ key }) => !confirmed.includes(key)) ?? points[0];
  return (
    <div className={styles.confirmPoints} role="group" aria-label="To confirm">
      {points.map((point) => {
        const { key, text } = point;
        return (
          <label key={key}>
            <input
              type="checkbox"
              className={checkboxStyles.checkbox}
              ref={point === firstOpen ? (field.ref as Ref<HTMLInputElement>) : undefined}
              checked={confirmed.includes(key)}
              aria-invalid={Boolean(error) && !confirmed.includes(key)}
              aria-describedby={error && `${id}-error`}
              onChange={({ target }) => {
                const others = (getValues('confirmed') as readonly string[]).filter(
                  (each) => each !== key,
                );
                field.onChange(target.checked ? [...others, key] : others);
              }}
            />
            <span>{text}</span>
          </label>
        );
      })}
      <FieldMessages id={id} error={error} hint={undefined} />
    </div>
  );
}
