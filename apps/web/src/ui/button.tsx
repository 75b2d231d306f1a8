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
    /** Shown instead of the label while work is in progress; clicks then do nothing. */
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
      // A busy button must not submit again; it is not disabled, so that it keeps the focus.
      type={busy ? 'button' : type}
      className={classes({ variant, size, block })}
      aria-busy={Boolean(busy)}
      onClick={busy ? undefined : onClick}
    >
      {busy || children}
    </button>
  );
}

/** Link styled as a button, for navigation. */
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

/** Square button with only an icon; `label` is its accessible name. */
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
