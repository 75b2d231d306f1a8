import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import './dialog.css';
import { Behavior } from './mantine.tsx';
import { useFocusReturn } from './use-focus-return.ts';

type SheetProps = {
  title: string;
  onClose: () => void;
  side?: 'left' | 'right' | 'bottom';
  size?: number | string;
  footer?: ReactNode;
  children: ReactNode;
};

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
  useFocusReturn();
  return (
    <Behavior>
      <Drawer
        opened
        onClose={onClose}
        position={side}
        size={side === 'bottom' ? 'auto' : size}
        withCloseButton={false}
        transitionProps={{ duration: 0 }}
      >
        <div className={side === 'bottom' ? 'sheet low' : 'sheet'}>
          <div className="sheet-h">
            <Drawer.Title className="sheet-title">{title}</Drawer.Title>
            <IconButton label="Close" onClick={onClose}>
              <IconX size={18} aria-hidden />
            </IconButton>
          </div>
          <div className="sheet-b">{children}</div>
          {footer && <div className="sheet-f">{footer}</div>}
        </div>
      </Drawer>
    </Behavior>
  );
}
