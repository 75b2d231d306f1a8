import type { ComponentProps, ReactNode } from 'react';
import './button.css';
import { Link } from './link.tsx';

/** `primary` is orange with dark ink, one per view; `danger-solid` only in a confirm dialog. */
export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'quiet'
  | 'tertiary'
  | 'danger'
  | 'danger-solid';
type Look = { variant?: ButtonVariant; size?: 'sm' | 'md'; block?: boolean };

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  Look & {
    /** While something is under way: this text stands in the button, and clicking again does nothing. */
    busy?: string | false | undefined;
  };

export function Button({
  variant = 'secondary',
  size = 'md',
  block = false,
  busy,
  type = 'button',
  onClick,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      // A submit button that is busy must not submit again; it is never disabled, so that it keeps the focus.
      type={busy ? 'button' : type}
      className={classes({ variant, size, block })}
      aria-busy={Boolean(busy)}
      onClick={busy ? undefined : onClick}
    >
      {busy || children}
    </button>
  );
}

/** A link that looks like a button: for going somewhere. */
export function ButtonLink({
  to,
  variant = 'secondary',
  size = 'md',
  block = false,
  children,
}: Look & { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes({ variant, size, block })}>
      {children}
    </Link>
  );
}

/** A square button with an icon alone; `label` is what it is called. */
export function IconButton({
  label,
  children,
  ...props
}: Omit<ComponentProps<'button'>, 'className'> & { label: string }) {
  return (
    <button type="button" {...props} className="iconbtn" aria-label={label} title={label}>
      {children}
    </button>
  );
}

function classes({ variant, size, block }: Required<Look>): string {
  return ['btn', variant, size === 'sm' && 'sm', block && 'block'].filter(Boolean).join(' ');
}
