import { useEffect, useId, useRef, type ReactNode } from 'react';
import { KEY_RANK, useKeys } from '#register/ui/keys.ts';

type SheetProps = {
  title: string;
  onClose: () => void;
  /** Shown instead of the title alone; has an element with this ID as its heading. */
  head?: (headingId: string) => ReactNode;
  /** True for two columns beside each other, which have their own heading. */
  isWide?: boolean;
  children: ReactNode;
};

/**
 * A sheet over the till. It takes the focus and gives it back; Escape closes it, Enter presses its
 * primary button.
 */
export function Sheet({ title, onClose, head, isWide = false, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useKeys((key) => {
    if (key === 'Escape') onClose();
    if (key === 'Enter') dialog.current?.querySelector<HTMLButtonElement>('.pri')?.click();
    // Keys of the screen below wait until the sheet is closed.
    return /^(?:Escape|Enter|Delete|Backspace|Alt .*|.)$/.test(key);
  }, KEY_RANK.sheet);
  return (
    <dialog
      ref={dialog}
      className={`sheet ${isWide ? 'wide' : ''}`}
      {...(isWide ? { 'aria-label': title } : { 'aria-labelledby': headingId })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="ln">
        {!isWide && (head?.(headingId) ?? <h1 id={headingId}>{title}</h1>)}
        {children}
      </div>
    </dialog>
  );
}
