import { Link as RouterLink } from '@tanstack/react-router';
import type { MouseEventHandler, ReactNode, Ref } from 'react';
import { parseSearch } from '#web/lib/search-params.ts';

type LinkProps = {
  to: string;
  children?: ReactNode;
  className?: string;
  title?: string;
  id?: string;
  replace?: boolean;
  ref?: Ref<HTMLAnchorElement>;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  'aria-current'?: 'page';
  'aria-label'?: string;
  'data-row'?: boolean;
};

/** A link inside the app; `to` is a path with its query: `/orders?fairId=…`. */
export function Link({ to, children, ...props }: LinkProps) {
  const [path = '', query = ''] = to.split('?');
  return (
    <RouterLink to={path} search={() => parseSearch(query)} {...props}>
      {children}
    </RouterLink>
  );
}
