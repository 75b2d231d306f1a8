import { deepEqual, useLocation, useRouter, type HistoryState } from '@tanstack/react-router';
import type { MouseEvent, MouseEventHandler, ReactNode, Ref } from 'react';
import { parseSearch } from '#web/lib/lists/search-params.ts';
import { useIntent, type Intent } from '../hooks/use-intent.ts';

type LinkProps = Partial<Intent> & {
  to: string;
  children?: ReactNode;
  className?: string | undefined;
  title?: string;
  id?: string;
  replace?: boolean;
  /** Stored in the history entry, never in the address. */
  state?: HistoryState;
  /** For another state of the same page: keeps the scroll position. */
  keepScroll?: boolean;
  ref?: Ref<HTMLAnchorElement>;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  'aria-current'?: 'page';
  'aria-label'?: string;
  'data-row'?: boolean;
};

/**
 * Link inside the app; `to` is a path with its query: `/orders?fairId=…`. A link to the current
 * address is `aria-current`. The router's own Link matches the whole route tree on each navigation,
 * sixty times on a page with a list.
 */
export function Link({
  to,
  keepScroll = false,
  replace = false,
  state,
  onClick,
  children,
  ...props
}: LinkProps) {
  const router = useRouter();
  const intent = useIntent();
  const [path = '', query = ''] = to.split('?');
  // A filtered list is not the address that the menu links to.
  const isHere = useLocation({
    select: ({ pathname, search }) => pathname === path && deepEqual(search, parseSearch(query)),
  });
  const preload = (): void =>
    void router.preloadRoute({ to: path, search: () => parseSearch(query) }).catch(() => undefined);
  const go = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.altKey ||
      event.ctrlKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    void router.navigate({ href: to, replace, resetScroll: !keepScroll, ...(state && { state }) });
  };
  return (
    <a
      href={to}
      {...intent(preload)}
      {...(isHere && { 'aria-current': 'page' as const })}
      {...props}
      onClick={go}
    >
      {children}
    </a>
  );
}
