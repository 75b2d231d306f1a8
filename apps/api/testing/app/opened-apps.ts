/**
 * Cleanup of each app that a test file has started. A module of its own, so that tests without an app
 * load none.
 */
export const opened: (() => Promise<void>)[] = [];

/** Checks and closes the apps that a test file has started. */
export async function closeTestApps(): Promise<void> {
  for (const end of opened.splice(0)) await end();
}
