import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import * as styles from './popover.module.css';

/** Props of a box that hangs on the button which opened it. */
export type AnchoredProps = {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  label: string;
  align?: 'start' | 'end';
  width?: number;
  onClose: () => void;
  children: ReactNode;
};

/** Content of a popover. Open while rendered. */
export function PopoverBox({ onClose, children, ...box }: AnchoredProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(_isOpen, { event }) => {
        if (!isOnButton(box.anchor, event)) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner {...getPosition(box)}>
          <Popover.Popup {...getPopupProps(box)}>{children}</Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** True for a press on the button itself, which closes the box by its own handler. */
export function isOnButton(anchor: AnchoredProps['anchor'], event: Event): boolean {
  const next = event instanceof FocusEvent ? event.relatedTarget : event.target;
  return next instanceof Node && Boolean(anchor.current?.contains(next));
}

type Box = Omit<AnchoredProps, 'onClose' | 'children'>;

/** Position below or above the button, within the screen. */
export const getPosition = ({ anchor, align = 'start' }: Box) => ({
  anchor,
  align,
  sideOffset: 4,
  collisionPadding: 8,
  positionMethod: 'fixed' as const,
  className: styles.position,
});

/** Name, look and focus of the box. */
export const getPopupProps = ({ id, anchor, label, width }: Box) => ({
  id,
  'aria-label': label,
  className: styles.box,
  style: { width },
  finalFocus: anchor,
});
