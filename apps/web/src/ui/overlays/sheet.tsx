import { Dialog } from '@base-ui/react/dialog';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { Modal } from './modal.tsx';
import * as styles from './sheet.module.css';

type SheetProps = {
  title: string;
  onClose: () => void;
  side?: 'left' | 'right' | 'bottom';
  size?: number | string;
  footer?: ReactNode;
  children: ReactNode;
};

const SIDES = { left: styles.left, right: styles.right, bottom: styles.bottom };

/**
 * Panel from the side of the screen, full width on a phone; from the bottom, as high as its
 * content. Open while rendered.
 */
export function Sheet({
  title,
  onClose,
  side = 'right',
  size = 400,
  footer,
  children,
}: SheetProps) {
  return (
    <Modal
      className={`${styles.sheet} ${SIDES[side]}`}
      size={side === 'bottom' ? '100%' : size}
      onClose={onClose}
    >
      <div className={styles.head}>
        <Dialog.Title className={styles.title}>{title}</Dialog.Title>
        <IconButton label="Close" onClick={onClose}>
          <IconX size={18} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Modal>
  );
}
