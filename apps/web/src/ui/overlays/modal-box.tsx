import { Dialog } from '@base-ui/react/dialog';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { DialogFooterContext } from './dialog-footer.tsx';
import * as styles from './dialog.module.css';
import { Modal } from './modal.tsx';

export type DialogProps = {
  title: string;
  icon?: ReactNode;
  onClose: () => void;
  actions?: ReactNode;
  size?: number;
  children: ReactNode;
};

/** Keeps numbers such as PRAIRIE-26-01-B0103 in one line, unless they are longer than that. */
function withWholeNumbers(title: string): ReactNode {
  return title.split(/(\S+-\S+)/).map((part, at) =>
    at % 2 === 1 ? (
      <span key={part} className={styles.number}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** Dialog in the middle of the screen: title, body that scrolls, footer with the buttons. */
export function ModalBox({ title, icon, onClose, actions, size = 520, children }: DialogProps) {
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  return (
    <Modal className={styles.dialog} size={size} onClose={onClose}>
      <div className={styles.head}>
        {icon && <span className={styles.icon}>{icon}</span>}
        <Dialog.Title className="section-heading">{withWholeNumbers(title)}</Dialog.Title>
      </div>
      <div className={styles.body}>
        <DialogFooterContext
          value={{
            put: (buttons) => footer && createPortal(buttons, footer),
          }}
        >
          {children}
        </DialogFooterContext>
      </div>
      <div ref={setFooter} className={styles.actions} data-part="dialog-footer">
        {actions}
      </div>
    </Modal>
  );
}
