import {
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import './popover.css';

/** ARIA attributes of the button that opens a popover. */
export type PopoverButton = Pick<
  AriaAttributes,
  'aria-expanded' | 'aria-haspopup' | 'aria-controls'
> & { ref: Ref<HTMLButtonElement>; popoverTarget: string };

type PopoverProps = {
  /** Renders the button that opens it: `(props) => <button type="button" {...props}>…</button>`. */
  button: (props: PopoverButton) => ReactNode;
  /** Accessible name. */
  label: string;
  role?: 'dialog' | 'menu';
  /** Edge of the button that it aligns to. */
  align?: 'start' | 'end';
  width?: number;
  /** Opens at once, for content that was loaded because somebody pressed the button. */
  startsOpen?: boolean;
  onClose?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  /** Rendered only while open; `close` closes it. */
  children: (close: () => void) => ReactNode;
};

const GAP = 4;
const MARGIN = 8;
const FOCUSABLE = '[data-autofocus], input, button:not([aria-disabled="true"]), a, select';

/**
 * Small overlay anchored to a button: the browser's own popover, above everything, closed by Esc
 * and by a click outside. Takes the focus when it opens and returns it.
 */
export function Popover({
  button,
  label,
  role = 'dialog',
  align = 'start',
  width,
  startsOpen = false,
  onClose,
  onKeyDown,
  children,
}: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => document.getElementById(id)?.hidePopover();

  useEffect(() => {
    if (startsOpen && panel.current?.matches(':popover-open') === false)
      panel.current.showPopover();
  }, [startsOpen]);

  return (
    <>
      {button({
        ref: anchor,
        popoverTarget: id,
        'aria-expanded': isOpen,
        'aria-haspopup': role,
        'aria-controls': id,
      })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        tabIndex={-1}
        className="pop"
        style={width ? { width } : undefined}
        onKeyDown={onKeyDown}
        onToggle={(event) => {
          // Toggle events of a nested popover bubble here too.
          if (event.target !== event.currentTarget) return;
          setIsOpen(event.newState === 'open');
          if (event.newState === 'closed') onClose?.();
        }}
      >
        {isOpen && (
          <Suspense>
            {children(close)}
            <Opened anchor={anchor} panel={panel} align={align} />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** Places the box below the button, or above it if there is more room, within the screen. */
function place(box: HTMLElement, at: DOMRect, align: 'start' | 'end'): void {
  const below = innerHeight - at.bottom - GAP - MARGIN;
  const above = at.top - GAP - MARGIN;
  const isBelow = below >= Math.min(box.scrollHeight, 240) || below >= above;
  box.style.top = isBelow ? `${at.bottom + GAP}px` : 'auto';
  box.style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + GAP}px`;
  box.style.maxHeight = `${Math.max(isBelow ? below : above, 120)}px`;
  const wanted = align === 'start' ? at.left : at.right - box.offsetWidth;
  box.style.left = `${Math.max(MARGIN, Math.min(wanted, innerWidth - box.offsetWidth - MARGIN))}px`;
}

type OpenedProps = {
  anchor: RefObject<HTMLButtonElement | null>;
  panel: RefObject<HTMLDivElement | null>;
  align: NonNullable<PopoverProps['align']>;
};

/**
 * Rendered after the popover's content: once all of that is loaded, positions it and moves the
 * focus.
 */
function Opened({ anchor, panel, align }: OpenedProps) {
  useEffect(() => {
    const box = panel.current;
    const follow = (): void => {
      if (anchor.current && box) place(box, anchor.current.getBoundingClientRect(), align);
    };
    follow();
    (box?.querySelector<HTMLElement>(FOCUSABLE) ?? box)?.focus({ preventScroll: true });
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [anchor, panel, align]);
  return null;
}
