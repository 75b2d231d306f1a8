import { Dialog } from '@base-ui/react/dialog';
import { useRef, type ReactNode } from 'react';
import * as styles from './modal.module.css';
import { useFocusReturn } from './use-focus-return.ts';
import { isBehindDialog } from '../hooks/use-scanner.ts';

type ModalProps = {
  /** Shape and place of the box. */
  className: string | undefined;
  /** Width of the box, unless the screen is narrower. */
  size?: number | string;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Base of every modal: backdrop, focus trap and return, Esc. Open while rendered; of several, Esc
 * closes only the topmost.
 */
export function Modal({ className, size, onClose, children }: ModalProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusReturn();
  return (
    <Dialog.Root
      open
      onOpenChange={() => {
        if (box.current && !isBehindDialog(box.current)) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={styles.backdrop} />
        <Dialog.Popup
          ref={box}
          aria-modal
          // The library would take the focus back from what the page focuses on closing.
          finalFocus={false}
          className={[styles.box, className].filter(Boolean).join(' ')}
          style={{ width: size }}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
