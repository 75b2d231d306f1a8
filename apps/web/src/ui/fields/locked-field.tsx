import { IconLock } from '@tabler/icons-react';
import { use, useEffect, useId } from 'react';
import { FieldLabels } from './field.tsx';
import * as boxStyles from './box.module.css';
import * as styles from './fields.module.css';

type LockedFieldProps = {
  label: string;
  value: string;
  reason: string;
  /** Name of the field if the form has it, so that a draft does not change it unseen. */
  name?: string;
};

/** Read-only value with the reason why it can no longer be changed; focusable like any field. */
export function LockedField({ label, value, reason, name }: LockedFieldProps) {
  const id = useId();
  const { lock } = use(FieldLabels);
  useEffect(() => (name ? lock(name, label) : undefined), [lock, name, label]);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={`${boxStyles.box} ${boxStyles.locked}`}>
        <input id={id} readOnly value={value} aria-describedby={`${id}-hint`} />
        <IconLock size={16} stroke={1.75} aria-hidden />
      </span>
      <p className="caption" id={`${id}-hint`}>
        {reason}
      </p>
    </div>
  );
}
