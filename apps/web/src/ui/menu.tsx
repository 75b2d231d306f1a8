import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconDots, IconDotsVertical } from '@tabler/icons-react';
import './menu.css';
import type { RowAction } from './table/description.ts';

type ActionMenuProps = {
  /** "More actions", "Actions of REG-07". */
  label: string;
  actions: readonly RowAction[];
  /** `row`: three upright dots in a table; `page`: a bordered button in a page's head. */
  look?: 'row' | 'page';
};

/** A menu of what can be done with one thing. */
export function ActionMenu({ label, actions, look = 'row' }: ActionMenuProps) {
  const navigate = useNavigate();
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" offset={4} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className={look === 'row' ? 'iconbtn' : 'btn secondary icon'} aria-label={label} title={label}>
          {look === 'row' ? <IconDotsVertical size={18} aria-hidden /> : <IconDots size={18} aria-hidden />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            disabled={Boolean(action.blocked)}
            title={action.blocked}
            {...(action.danger && { 'data-danger': true })}
            leftSection={action.icon && <action.icon size={16} aria-hidden />}
            onClick={() => ('to' in action ? void navigate({ href: action.to }) : action.run())}
          >
            {action.label}
            {action.blocked && <small>{action.blocked}</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
