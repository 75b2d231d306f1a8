import { createContext, use, type ReactNode } from 'react';

/**
 * Footer of the dialog around a component; undefined outside a dialog. The dialog provides it, so
 * that pages without dialogs need none of its code.
 */
export type Footer = {
  /** Puts buttons into the footer. */
  put: (buttons: ReactNode) => ReactNode;
};
export const DialogFooterContext = createContext<Footer | undefined>(undefined);

/** Moves the buttons of a dialog's content into the dialog's footer: Cancel first, then the action. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return use(DialogFooterContext)?.put(children);
}
