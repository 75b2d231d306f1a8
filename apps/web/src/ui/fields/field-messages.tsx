import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Error and hint below a control, under the IDs of its aria-describedby. */
export function FieldMessages({
  id,
  error,
  hint,
}: {
  id: string;
  error: string | undefined;
  hint: ReactNode;
}) {
  return (
    <>
      {error && (
        <p className="ferr" id={`${id}-error`}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden />
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}
