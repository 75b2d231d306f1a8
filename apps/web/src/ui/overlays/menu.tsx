import { IconDots, IconDotsVertical } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { asidePart, lazyPart } from '../messages/lazy-part.tsx';
import { useOverlay, type OverlayProps } from './popover.tsx';
import type { RowAction } from '../table/description.ts';

const loadBox = () => import('./menu-box.tsx');
const MenuBox = asidePart(loadBox, 'MenuBox');
const ActionItems = lazyPart(loadBox, 'ActionItems');

/** Menu that a button opens; its items are those of `menu-box.tsx`. */
export function Menu({ button, children, ...look }: OverlayProps & { children: ReactNode }) {
  const { buttonProps, box } = useOverlay('menu', loadBox);
  return (
    <>
      {button(buttonProps)}
      {box && (
        <MenuBox align="end" {...look} {...box}>
          {children}
        </MenuBox>
      )}
    </>
  );
}

type ActionMenuProps = {
  /** "More actions", "Actions for REG-07". */
  label: string;
  actions: readonly RowAction[];
  /** `row`: three vertical dots in a table; `page`: a bordered button in the page head. */
  look?: 'row' | 'page';
  /** Another button than the dots. */
  button?: OverlayProps['button'];
};

/** Menu of the actions on one record. */
export function ActionMenu({ label, actions, look = 'row', button }: ActionMenuProps) {
  if (actions.length === 0) return null;
  const dots: OverlayProps['button'] = (props) => (
    <IconButton {...props} label={label} bordered={look === 'page'}>
      {look === 'row' ? (
        <IconDotsVertical size={18} aria-hidden />
      ) : (
        <IconDots size={18} aria-hidden />
      )}
    </IconButton>
  );
  return (
    <Menu label={label} button={button ?? dots}>
      <ActionItems actions={actions} />
    </Menu>
  );
}
