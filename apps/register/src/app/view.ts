import { createContext, use } from 'react';

/** View that is open beside the sale; the till itself leads that from lines to payment to its end. */
export type View =
  | { name: 'sale' }
  | { name: 'search'; query: string }
  | { name: 'who' }
  | { name: 'no-barcode' }
  | { name: 'unknown'; code: string }
  | { name: 'parked' }
  | { name: 'menu' }
  | { name: 'today' }
  | { name: 'drawer'; page: DrawerPage }
  | { name: 'receipt'; id: string; way: ReceiptWay; back: View }
  | { name: 'counter-card' }
  | { name: 'hand-over' }
  /** `search`: the receipt or number of the sale. `isWhole`: all of it is taken back. */
  | { name: 'return'; search?: string; isWhole?: boolean };

/** A receipt as a code for a phone, by email, or on paper. */
export type ReceiptWay = 'show' | 'email' | 'print';

/** Money into and out of the drawer, its count, and the sums of the day. */
export type DrawerPage = 'moves' | 'count' | 'report';

export const SALE: View = { name: 'sale' };

/** True for the sale and its search, which a key opens. */
export const isBySale = ({ name }: View): boolean => name === 'sale' || name === 'search';

type Navigation = {
  view: View;
  go: (view: View) => void;
  /** Shows a sentence that needs attention, until the next step. */
  warn: (text: string) => void;
};

export const NavigationContext = createContext<Navigation>({
  view: SALE,
  go: () => {},
  warn: () => {},
});

export function useNavigation(): Navigation {
  return use(NavigationContext);
}
