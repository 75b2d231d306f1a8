import { useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { asidePart } from '../messages/lazy-part.tsx';

// Loaded on demand: a page needs no overlay before somebody opens one.
const loadBox = () => import('./popover-box.tsx');
const PopoverBox = asidePart(loadBox, 'PopoverBox');

/** Props of the button that opens an overlay. */
export type OverlayButton = Pick<
  ComponentProps<'button'>,
  | 'ref'
  | 'onClick'
  | 'onPointerEnter'
  | 'onFocus'
  | 'aria-expanded'
  | 'aria-haspopup'
  | 'aria-controls'
>;

export type OverlayProps = {
  /** Renders the button that opens it: `(props) => <button type="button" {...props}>…</button>`. */
  button: (props: OverlayButton) => ReactNode;
  /** Accessible name. */
  label: string;
  /** Edge of the button that it aligns to. */
  align?: 'start' | 'end';
  width?: number;
};

/**
 * State of an overlay that a button opens: the props of that button, and of the box while it is
 * open. Loads the box when the button is pointed at or focused.
 */
export function useOverlay(role: 'dialog' | 'menu', load: () => Promise<unknown>) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const preload = (): void => void load().catch(() => undefined);
  const buttonProps: OverlayButton = {
    ref: anchor,
    onClick: () => setIsOpen(!isOpen),
    onPointerEnter: preload,
    onFocus: preload,
    'aria-expanded': isOpen,
    'aria-haspopup': role,
    'aria-controls': id,
  };
  return { buttonProps, box: isOpen && { id, anchor, onClose: () => setIsOpen(false) } };
}

/** Small dialog anchored to a button. Takes the focus when it opens and returns it. */
export function Popover({
  button,
  loadContent,
  children,
  ...look
}: OverlayProps & {
  /** Loads parts of the content along with the box, so that keys typed at once reach it. */
  loadContent?: () => Promise<unknown>;
  /** Rendered only while open; `close` closes it. */
  children: (close: () => void) => ReactNode;
}) {
  const { buttonProps, box } = useOverlay('dialog', () =>
    Promise.all([loadBox(), loadContent?.()]),
  );
  return (
    <>
      {button(buttonProps)}
      {box && (
        <PopoverBox {...look} {...box}>
          {children(box.onClose)}
        </PopoverBox>
      )}
    </>
  );
}
