/**
 * Data passed from one sign-in page to the next, in the history state and never in the address: the
 * account and the action done.
 */
export type Handover = { email?: string; note?: string };

declare module '@tanstack/react-router' {
  interface HistoryState {
    signIn?: Handover;
  }
}
