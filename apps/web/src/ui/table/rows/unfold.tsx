import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import * as styles from './unfold.module.css';
import * as buttonStyles from '../../buttons/button.module.css';

/** IDs that are in or out by turns, such as those of the expanded rows of a list. */
export function useToggled() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id: string): boolean => open.has(id),
    toggle: (id: string): void =>
      setOpen((before) =>
        before.has(id)
          ? new Set([...before].filter((other) => other !== id))
          : new Set([...before, id]),
      ),
  };
}

type UnfoldButtonProps = { label: string; isOpen: boolean; onToggle: () => void };

/** Button that expands or collapses a row. */
export function UnfoldButton({ label, isOpen, onToggle }: UnfoldButtonProps) {
  return (
    <button
      type="button"
      className={`${buttonStyles.iconButton} ${styles.unfoldButton}`}
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <IconChevronRight size={18} aria-hidden />
    </button>
  );
}
