import type { ComponentProps, ReactNode } from 'react';
import * as styles from './button.module.css';
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
      className={classes({ size, block })}
      data-part="button"
      data-variant={variant}
      data-block={block || undefined}
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
    <Link
      to={to}
      className={classes({ size, block })}
      data-part="button"
      data-variant={variant}
      data-block={block || undefined}
    >
      {children}
    </Link>
  );
}

/** Square button with only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  bordered = false,
  children,
  ...props
}: Omit<ComponentProps<'button'>, 'className'> & { label: string; bordered?: boolean }) {
  return (
    <button
      type="button"
      title={label}
      {...props}
      className={bordered ? `${styles.button} ${styles.square}` : styles.iconButton}
      data-part="icon-button"
      data-variant={bordered ? 'secondary' : undefined}
      aria-label={label}
    >
      {children}
    </button>
  );
}

function classes({ size, block }: Required<Omit<Look, 'variant'>>): string {
  return [styles.button, size === 'sm' && styles.small, block && styles.block]
    .filter(Boolean)
    .join(' ');
}
