import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import './full-screen.css';
import { Behaviour } from './mantine.tsx';
import { useFocusReturn } from './use-focus-return.ts';
import { isBehindDialog } from './use-scanner.ts';

type FullScreenProps = {
  title: string;
  /** Under the title: which fair, since when. */
  sub?: ReactNode;
  /** Beside the close button. */
  actions?: ReactNode;
  onClose: () => void;
  /** Stays at the foot: what ends the work. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Work that takes the whole screen, such as scanning. Open as long as it is rendered; Esc closes it. */
export function FullScreen({ title, sub, actions, onClose, footer, children }: FullScreenProps) {
  useFocusReturn();
  const box = useRef<HTMLDivElement>(null);
  // Esc reaches every open dialog: what asks over the work closes alone.
  const close = (): void => {
    if (box.current && !isBehindDialog(box.current)) onClose();
  };
  return (
    <Behaviour>
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
    </Behaviour>
  );
}
