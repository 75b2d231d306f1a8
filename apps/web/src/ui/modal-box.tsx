import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
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

/** Dialog in the middle of the screen. */
export function ModalBox({ title, icon, onClose, actions, size = 520, children }: DialogProps) {
  return (
    <Modal className={styles.dialog} size={size} onClose={onClose}>
      <div className={styles.head}>
        {icon && <span className={styles.icon}>{icon}</span>}
        <Dialog.Title className="section-heading">{title}</Dialog.Title>
      </div>
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </Modal>
  );
}
