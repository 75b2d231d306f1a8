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

/** What the button of a popover carries. */
export type PopoverButton = Pick<
  AriaAttributes,
  'aria-expanded' | 'aria-haspopup' | 'aria-controls'
> & { ref: Ref<HTMLButtonElement>; popoverTarget: string };

type PopoverProps = {
  /** The button that opens it: `(props) => <button type="button" {...props}>…</button>`. */
  button: (props: PopoverButton) => ReactNode;
  /** What it is called for those who cannot see it. */
  label: string;
  role?: 'dialog' | 'menu';
  /** Which edge of the button it keeps to. */
  align?: 'start' | 'end';
  width?: number;
  /** Open from the start: for content that was loaded because somebody pressed the button. */
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
 * Something small that opens at a button: the browser's own popover, above everything, closed by Esc and by a click
 * elsewhere. It takes the focus when it opens and gives it back.
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
          // A popover inside this one tells of itself through here too.
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

/** Below the button, or above it where there is more room, and never beyond the edge of the screen. */
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

/** Stands behind what the popover shows: once all of that is loaded, it is put in its place and takes the focus. */
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
