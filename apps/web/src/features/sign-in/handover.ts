/** What one sign-in page hands to the next, in the history and never in the address: whose account, and what was done. */
export type Handover = { email?: string; note?: string };

declare module '@tanstack/react-router' {
  interface HistoryState {
    signIn?: Handover;
  }
}
