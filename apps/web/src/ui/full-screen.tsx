import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import './full-screen.css';
import { Behavior } from './mantine.tsx';
import { useFocusReturn } from './use-focus-return.ts';
import { isBehindDialog } from './use-scanner.ts';

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
  useFocusReturn();
  const box = useRef<HTMLDivElement>(null);
  // Esc reaches every open dialog: a question above the work closes alone.
  const close = (): void => {
    if (box.current && !isBehindDialog(box.current)) onClose();
  };
  return (
    <Behavior>
      <Modal
        opened
        onClose={close}
        fullScreen
        withCloseButton={false}
        padding={0}
        transitionProps={{ duration: 0 }}
      >
        <div className="whole" ref={box}>
          <div className="whole-h">
            <div className="grow">
              <Modal.Title className="h-section">{title}</Modal.Title>
              {sub && <div className="meta">{sub}</div>}
            </div>
            {actions}
            <IconButton label="Close" onClick={onClose}>
              <IconX size={20} aria-hidden />
            </IconButton>
          </div>
          <div className="whole-b">{children}</div>
          {footer && <div className="whole-f">{footer}</div>}
        </div>
      </Modal>
    </Behavior>
  );
}
