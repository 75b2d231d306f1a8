import type { SignInFactors } from '@pos/contract/errors';

/** A sign-in whose password was right. `keep` remembers it, if the person wants that. */
export type OpenSignIn = { factor: SignInFactors; keep: () => Promise<void> };

let open: OpenSignIn | undefined;

/** Keeps the sign-in in memory for the page that asks for the second factor. */
export function setOpenSignIn(signIn: OpenSignIn | undefined): void {
  open = signIn;
}

/** The sign-in that waits for its second factor; undefined after a reload. */
export const openSignIn = (): OpenSignIn | undefined => open;
