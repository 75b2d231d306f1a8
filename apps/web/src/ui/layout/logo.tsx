import { Link } from '../buttons/link.tsx';
import * as styles from './logo.module.css';

/** Book logo and name; a link if `to` is given. */
export function Brand({ to }: { to?: string }) {
  const content = (
    <>
      <svg viewBox="0 0 28 28" aria-hidden>
        <rect width="28" height="28" rx="7" />
        <path d="M14 9.2c-1.7-1.2-3.9-1.7-6.6-1.7v11.4c2.7 0 4.9.5 6.6 1.7 1.7-1.2 3.9-1.7 6.6-1.7V7.5c-2.7 0-4.9.5-6.6 1.7Zm0 0v11.4" />
      </svg>
      <span>POS Admin</span>
    </>
  );
  return to ? (
    <Link to={to} className={styles.brand} data-part="logo">
      {content}
    </Link>
  ) : (
    <div className={styles.brand} data-part="logo">
      {content}
    </div>
  );
}
