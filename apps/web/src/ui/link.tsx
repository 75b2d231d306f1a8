import { Link as RouterLink, type HistoryState } from '@tanstack/react-router';
import type { MouseEventHandler, ReactNode, Ref } from 'react';
import { parseSearch } from '#web/lib/search-params.ts';
import type { Intent } from './use-intent.ts';

type LinkProps = Partial<Intent> & {
  to: string;
  children?: ReactNode;
  className?: string;
  title?: string;
  id?: string;
  replace?: boolean;
  /** Goes with the history entry and never into the address. */
  state?: HistoryState;
  /** For another state of the same page: where the page was scrolled to stays. */
  keepScroll?: boolean;
  ref?: Ref<HTMLAnchorElement>;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  'aria-current'?: 'page';
  'aria-label'?: string;
  'data-row'?: boolean;
};

/** A link to the list is not "here" when the list is filtered. */
const HERE = { exact: true };

/** A link inside the app; `to` is a path with its query: `/orders?fairId=…`. One that leads exactly here is `aria-current`. */
export function Link({ to, keepScroll = false, children, ...props }: LinkProps) {
  const [path = '', query = ''] = to.split('?');
  return (
    <RouterLink to={path} search={() => parseSearch(query)} activeOptions={HERE} resetScroll={!keepScroll} {...props}>
      {children}
    </RouterLink>
  );
}
