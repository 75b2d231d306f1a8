import { createContext, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Element of the footer of the dialog around a component; undefined outside a dialog. */
export const DialogFooterPlace = createContext<HTMLElement | null | undefined>(undefined);

/** Moves the buttons of a dialog's content into the dialog's footer: Cancel first, then the action. */
export function DialogFooter({ children }: { children: ReactNode }) {
  const place = use(DialogFooterPlace);
  return place && createPortal(children, place);
}
