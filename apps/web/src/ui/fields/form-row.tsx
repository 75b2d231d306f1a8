import { IconTrash } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { IconButton } from '../buttons/button.tsx';

type FormRowProps = {
  /** Name of the entry: "contact 2". */
  label: string;
  className: string | undefined;
  onRemove: () => void;
  children: ReactNode;
};

/** Fields of one entry of a form's list, with its name and a button that removes it. */
export function FormRow({ label, className, onRemove, children }: FormRowProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={className}>
      <div className="row spread">
        <span id={id} className="semibold">
          {label.charAt(0).toUpperCase() + label.slice(1)}
        </span>
        <IconButton label={`Remove ${label}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      {children}
    </div>
  );
}
