import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The error and the hint below a control, under the ids that it is described by. */
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
