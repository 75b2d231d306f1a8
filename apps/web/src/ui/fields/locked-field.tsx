import { IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import './fields.css';

/** A value that can no longer be changed here, and why; it can be read and reached like any field. */
export function LockedField({ label, value, reason }: { label: string; value: string; reason: string }) {
  const id = useId();
  return (
    <div className="fld">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <span className="in locked">
        <input id={id} readOnly value={value} aria-describedby={`${id}-hint`} />
        <IconLock size={16} stroke={1.75} aria-hidden />
      </span>
      <p className="hint" id={`${id}-hint`}>
        {reason}
      </p>
    </div>
  );
}
