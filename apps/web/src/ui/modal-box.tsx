import { Modal } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import './dialog.css';
import { Behaviour } from './mantine.tsx';

export type DialogProps = { title: string; icon?: ReactNode; onClose: () => void; actions?: ReactNode; size?: number; children: ReactNode };

/** The box of a dialog and what keeps the focus in it. */
export function ModalBox({ title, icon, onClose, actions, size = 520, children }: DialogProps) {
  const id = useId();
  return (
    <Behaviour>
      <Modal opened onClose={onClose} withCloseButton={false} centered size={size} aria-labelledby={id} transitionProps={{ duration: 0 }}>
        <div className={icon ? 'dialog-h with-icon' : 'dialog-h'}>
          {icon && <span className="mark">{icon}</span>}
          <h2 id={id} className="h-section">
            {title}
          </h2>
        </div>
        <div className="dialog-b">{children}</div>
        {actions && <div className="dialog-f">{actions}</div>}
      </Modal>
    </Behaviour>
  );
}
