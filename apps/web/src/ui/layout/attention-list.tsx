import type { Icon } from '@tabler/icons-react';
import * as styles from './attention-list.module.css';
import { ButtonLink } from '../buttons/button.tsx';

/**
 * Problem that a person has to act on. `text` names it with its count or amount, `detail` says more,
 * such as where, and `action` links to the screen where it can be fixed.
 */
export type AttentionItem = {
  key: string;
  kind: 'bad' | 'warn' | 'info';
  icon: Icon;
  text: string;
  detail: string;
  action?: { label: string; to: string } | undefined;
};

/** Problems to act on now, most urgent first, or a sentence that there are none. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0)
    return (
      <p className={styles.none} data-part="none">
        Nothing needs your attention right now.
      </p>
    );
  return (
    <ul className={styles.attention}>
      {items.map(({ key, kind, icon: ItemIcon, text, detail, action }) => (
        <li key={key}>
          <span className={styles.mark} data-tone={kind} aria-hidden>
            <ItemIcon size={18} stroke={1.75} />
          </span>
          <div>
            <p>{text}</p>
            <small>{detail}</small>
          </div>
          {action && (
            <ButtonLink to={action.to} variant="quiet" size="sm">
              {action.label}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  );
}
