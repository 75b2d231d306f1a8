import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import './dialog.css';
import { Behavior } from './mantine.tsx';

export type DialogProps = {
  title: string;
  icon?: ReactNode;
  onClose: () => void;
  actions?: ReactNode;
  size?: number;
  children: ReactNode;
};

/** Dialog box with a focus trap. */
export function ModalBox({ title, icon, onClose, actions, size = 520, children }: DialogProps) {
  return (
    <Behavior>
      <Modal
        opened
        onClose={onClose}
        withCloseButton={false}
        centered
        size={size}
        transitionProps={{ duration: 0 }}
      >
        <div className={icon ? 'dialog-h with-icon' : 'dialog-h'}>
          {icon && <span className="mark">{icon}</span>}
          <Modal.Title className="h-section">{title}</Modal.Title>
        </div>
        <div className="dialog-b">{children}</div>
        {actions && <div className="dialog-f">{actions}</div>}
      </Modal>
    </Behavior>
  );
}
