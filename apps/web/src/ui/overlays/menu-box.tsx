import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import * as styles from './menu.module.css';
import { isOnButton, getPopupProps, getPosition, type AnchoredProps } from './popover-box.tsx';
import type { RowAction } from '../table/description.ts';

/** Content of a menu. Open while rendered, with the focus on its first item. */
export function MenuBox({ onClose, children, ...box }: AnchoredProps) {
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(_isOpen, { event }) => {
        if (!isOnButton(box.anchor, event)) onClose();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner {...getPosition(box)}>
          <Menu.Popup ref={focusFirstItem} {...getPopupProps(box)}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const ITEM = '[role^="menuitem"]';

/**
 * Waits for a frame: the library numbers the items only after they are there. An item that has the
 * focus by then keeps it.
 */
function focusFirstItem(popup: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (popup?.querySelector(`${ITEM}:focus`)) return;
    popup?.querySelector<HTMLElement>(ITEM)?.focus({ preventScroll: true });
  });
}

/** One item for each action. */
export function ActionItems({ actions }: { actions: readonly RowAction[] }) {
  const navigate = useNavigate();
  return actions.map((action) => (
    <Menu.Item
      key={action.label}
      className={action.danger ? `${styles.item} ${styles.danger}` : styles.item}
      label={action.label}
      disabled={Boolean(action.blocked)}
      onClick={() => {
        if ('to' in action) void navigate({ href: action.to });
        else action.run();
      }}
    >
      {action.icon && <action.icon size={16} aria-hidden />}
      <span>
        {action.label}
        {action.blocked && <small>{action.blocked}</small>}
      </span>
    </Menu.Item>
  ));
}
