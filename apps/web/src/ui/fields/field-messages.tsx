import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import * as styles from './fields.module.css';

type FieldMessagesProps = { id: string; error: string | undefined; hint: ReactNode };

/** Error and hint below a control, under the IDs of its aria-describedby. */
export function FieldMessages({ id, error, hint }: FieldMessagesProps) {
  return (
    <>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden />
          {error}
        </p>
      )}
      {hint && (
        <p className="caption" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}
