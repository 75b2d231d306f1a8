import { IconDots, IconDotsVertical } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { Popover, type PopoverButton } from './popover.tsx';
import type { RowAction } from './table/description.ts';

type ActionMenuProps = {
  /** "More actions", "Actions for REG-07". */
  label: string;
  actions: readonly RowAction[];
  /** `row`: three vertical dots in a table; `page`: a bordered button in the page head. */
  look?: 'row' | 'page';
};

/** Menu of the actions on one record. */
export function ActionMenu({ label, actions, look = 'row' }: ActionMenuProps) {
  const navigate = useNavigate();
  if (actions.length === 0) return null;
  const run = (action: RowAction): void => {
    if ('to' in action) void navigate({ href: action.to });
    else action.run();
  };
  const button = (props: PopoverButton) => (
    <button
      type="button"
      {...props}
      className={look === 'row' ? 'iconbtn' : 'btn secondary icon'}
      aria-label={label}
      title={label}
    >
      {look === 'row' ? (
        <IconDotsVertical size={18} aria-hidden />
      ) : (
        <IconDots size={18} aria-hidden />
      )}
    </button>
  );
  return (
    <Popover role="menu" label={label} align="end" button={button} onKeyDown={moveInMenu}>
      {(close) =>
        actions.map((action) => (
          <button
            key={action.label}
            type="button"
            role="menuitem"
            className={action.danger ? 'pop-item danger' : 'pop-item'}
            aria-disabled={Boolean(action.blocked)}
            onClick={() => {
              if (action.blocked) return;
              close();
              run(action);
            }}
          >
            {action.icon && <action.icon size={16} aria-hidden />}
            <span>
              {action.label}
              {action.blocked && <small>{action.blocked}</small>}
            </span>
          </button>
        ))
      }
    </Popover>
  );
}

/** Moves between menu items with ↑ ↓ Home End and first letters. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const target = targetOf(event.key, items, at);
  if (!target) return;
  event.preventDefault();
  event.stopPropagation();
  target.focus();
}

function targetOf(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items[(at - 1 + items.length) % items.length];
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return /^\p{L}$/u.test(key)
        ? [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
            item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
          )
        : undefined;
  }
}
