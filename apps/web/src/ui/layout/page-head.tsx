import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatTotal, type Total } from '#web/lib/lists/total.ts';
import { Link } from '../buttons/link.tsx';
import * as styles from './page-head.module.css';
import { useDelay } from '../hooks/use-delay.ts';

type PageHeadProps = {
  title: ReactNode;
  /** Breadcrumbs: `[{ label: 'Fairs', to: '/fairs' }, { label: 'MI006719-26-01', mono: true }]`. */
  crumbs?: readonly { label: string; to?: string; mono?: boolean }[];
  /** Status next to the title. */
  badge?: ReactNode;
  /** One line of facts below the title. */
  sub?: ReactNode;
  /** Buttons on the right, at most one of them primary. */
  actions?: ReactNode;
};

/** Head of a screen. Its `h1` takes the focus when the screen is opened by navigation. */
export function PageHead({ title, crumbs, badge, sub, actions }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A record's head renders after its data: navigation left the focus on the main region, and it
    // moves here.
    if (document.activeElement?.id === 'main') heading.current?.focus();
  }, []);
  return (
    <div className={styles.head} data-part="page-head">
      <div className={styles.main}>
        {crumbs && (
          <nav className={styles.crumbs} aria-label="Breadcrumb">
            <ol>
              {crumbs.map(({ label, to, mono }, index) => (
                <li key={label} className={mono ? 'monospace' : undefined}>
                  {index > 0 && <IconChevronRight size={14} aria-hidden />}
                  {to ? <Link to={to}>{label}</Link> : label}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="row wrapping">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {badge}
        </div>
        {sub && (
          <div className={styles.facts} data-part="page-facts">
            {sub}
          </div>
        )}
      </div>
      {actions && <div className={styles.headActions}>{actions}</div>}
    </div>
  );
}

/**
 * One tab: a link, with a count if known; null while loading. A tab that `waits` for a person
 * stands out unless its count is 0.
 */
export type Tab = {
  label: string;
  to: string;
  count?: Total | number | null | undefined;
  waits?: true | undefined;
  current: boolean;
};

/** Count after a tab's label. */
export function TabCount({ count, waits }: Pick<Tab, 'count' | 'waits'>) {
  if (count === undefined || count === null) return null;
  const total = typeof count === 'number' ? { count, isCapped: false } : count;
  return (
    <span className={waits && total.count > 0 ? `${styles.count} ${styles.waits}` : styles.count}>
      {formatTotal(total)}
    </span>
  );
}

const PATIENCE_MS = 1_000;

/**
 * Hides tabs until their counts are known, to avoid a layout shift, for a second at most: `<nav
 * {...useCounting(tabs)}>`.
 */
export function useCounting(tabs: readonly Tab[]): { 'data-counting'?: true } {
  const isLate = useDelay(PATIENCE_MS);
  return !isLate && tabs.some(({ count }) => count === null) ? { 'data-counting': true } : {};
}

/** Tabs as links, so that each has an address. Inside a card they become its view bar. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const bar = useRef<HTMLElement>(null);
  const address = tabs.find((tab) => tab.current)?.to;
  useEffect(() => {
    // On a phone the tabs scroll sideways; this scrolls the open one into view.
    const link = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (!bar.current || !link) return;
    const { left, right } = bar.current.getBoundingClientRect();
    const place = link.getBoundingClientRect();
    if (place.left < left) bar.current.scrollLeft -= left - place.left;
    else if (place.right > right) bar.current.scrollLeft += place.right - right;
  }, [address]);
  return (
    <nav
      className={styles.tabs}
      data-part="tabs"
      aria-label={label}
      ref={bar}
      {...useCounting(tabs)}
    >
      {tabs.map(({ label: text, to, count, waits, current }) => (
        <Link key={to} to={to} {...(current && { 'aria-current': 'page' as const })}>
          {text} <TabCount count={count} waits={waits} />
        </Link>
      ))}
    </nav>
  );
}
