import { Dialog } from '@base-ui/react/dialog';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/button.tsx';
import * as styles from './full-screen.module.css';
import { Modal } from './modal.tsx';

type FullScreenProps = {
  title: string;
  /** Line under the title: the fair, and the start. */
  sub?: ReactNode;
  /** Buttons next to the close button. */
  actions?: ReactNode;
  onClose: () => void;
  /** Fixed at the bottom: the action that finishes the work. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Full-screen dialog for work such as scanning. Open while rendered; Esc closes it. */
export function FullScreen({ title, sub, actions, onClose, footer, children }: FullScreenProps) {
  return (
    <Modal className={styles.screen} size="100%" onClose={onClose}>
      <div className={styles.head}>
        <div className="grow">
          <Dialog.Title className="section-heading">{title}</Dialog.Title>
          {sub && <div className="caption">{sub}</div>}
        </div>
        {actions}
        <IconButton label="Close" onClick={onClose}>
          <IconX size={20} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Modal>
  );
}
