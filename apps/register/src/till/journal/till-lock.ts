const NAME = 'register-till';

/** Holds the till for one tab. */
export type TillLock = {
  /** Resolves with true if this tab has the till now, else false. */
  isFree(): Promise<boolean>;
  /** Resolves when the tab that had the till is gone. */
  wait(): Promise<void>;
  release(): void;
};

/** The lock of the browser, which ends with its tab, however that ends. */
export function browserLock(locks: LockManager = navigator.locks): TillLock {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const waiting = new AbortController();
  return {
    isFree: () =>
      new Promise((resolve, reject) => {
        locks
          .request(NAME, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            return lock ? held : undefined;
          })
          .catch(reject);
      }),
    wait: () =>
      new Promise((resolve) => {
        locks
          .request(NAME, { signal: waiting.signal }, () => {
            resolve();
            return held;
          })
          // Ended by `release`.
          .catch(() => undefined);
      }),
    release: () => {
      waiting.abort();
      release();
    },
  };
}

/** A till without other tabs, for tests of screens. */
export const noLock: TillLock = {
  isFree: () => Promise.resolve(true),
  wait: () => Promise.resolve(),
  release: () => undefined,
};
