import type { Icon } from '@tabler/icons-react';
import './attention-list.css';
import { ButtonLink } from './button.tsx';

/** Item that needs a person: the problem and its size, its place, and the one action that helps. */
export type Attention = {
  key: string;
  kind: 'bad' | 'warn' | 'info';
  icon: Icon;
  text: string;
  detail: string;
  action?: { label: string; to: string } | undefined;
};

/** Items that need a person now, most urgent first. */
export function AttentionList({ items }: { items: readonly Attention[] }) {
  if (items.length === 0)
    return <p className="attention-none">Nothing needs your attention right now.</p>;
  return (
    <ul className="attention">
      {items.map(({ key, kind, icon: ItemIcon, text, detail, action }) => (
        <li key={key}>
          <span className={`attention-mark ${kind}`} aria-hidden>
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
