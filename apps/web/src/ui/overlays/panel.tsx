import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { forgetOpener, takeOpener } from './panel-opener.ts';
import * as styles from './panel.module.css';
import { useMedia } from '../hooks/use-media.ts';

/** True if a panel leaves room for the page; on narrower screens its content replaces the page. */
export function useHasPanelRoom(): boolean {
  return useMedia('(min-width: 1024px)');
}

type PanelProps = {
  title: ReactNode;
  /** Decorative picture before the title. */
  picture?: ReactNode;
  /** One line of facts below the title. */
  sub?: ReactNode;
  /** Buttons next to the close button. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Drawer over the right part of the page, where nothing moves and all else stays usable. Takes the
 * focus when it opens; closes by Esc inside, and when Tab leads to something under it.
 */
export function Panel({ title, picture, sub, actions, onClose, children }: PanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const box = useRef<HTMLElement>(null);
  const uncover = useEffectEvent(() => {
    const { activeElement: reached } = document;
    if (!box.current || !isUnder(reached, box.current)) return;
    onClose();
    // Closing may have moved the focus to the drawer's row.
    if (reached instanceof HTMLElement) reached.focus();
  });
  useEffect(() => {
    const follow = ({ key }: KeyboardEvent): void => {
      // The focus moves after the key.
      if (key === 'Tab') setTimeout(uncover);
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    const watch = ({ target }: FocusEvent): void => {
      const isInPage = target instanceof Element && target.closest('main') !== null;
      if (isInPage && !box.current?.contains(target)) forgetOpener();
    };
    document.addEventListener('focusin', watch);
    return () => document.removeEventListener('focusin', watch);
  }, []);
  const close = (): void => {
    const opener = takeOpener();
    onClose();
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  };
  return (
    <aside
      ref={box}
      className={styles.panel}
      data-part="panel"
      aria-labelledby={id}
      onKeyDown={({ key, defaultPrevented, target }) => {
        // Keys in a menu or dialog of the panel bubble through here, though it is elsewhere.
        const isInside = target instanceof Node && box.current?.contains(target);
        if (key === 'Escape' && !defaultPrevented && isInside) close();
      }}
    >
      <div className={styles.header}>
        {picture}
        <div className={styles.main}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {sub && <div className="caption">{sub}</div>}
        </div>
        {actions}
        <IconButton label="Close" onClick={close}>
          <IconX size={18} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}

/** True if the panel hides an element of the page. */
function isUnder(element: Element | null, panel: HTMLElement): boolean {
  if (!element?.closest('main') || panel.contains(element)) return false;
  return element.getBoundingClientRect().left >= panel.getBoundingClientRect().left;
}
