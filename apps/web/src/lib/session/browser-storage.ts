import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';

/**
 * The only way to local storage, session storage and cookies (decision 42). A browser that blocks
 * the site's data throws at every read, a full store at every write. The data then lasts as long as
 * the page, and `useStorageTrouble` says so.
 */

/** `blocked`: the browser lets this site store nothing. `full`: there is no space left. */
export type StorageTrouble = 'blocked' | 'full';

let trouble: StorageTrouble | undefined;
const { subscribe, tell } = makeListeners();

function note(found: StorageTrouble): void {
  if (trouble === 'blocked' || trouble === found) return;
  trouble = found;
  tell();
}

/** Trouble met so far in this page. */
export function useStorageTrouble(): StorageTrouble | undefined {
  return useSyncExternalStore(subscribe, () => trouble);
}

class TextStore {
  readonly #name: 'localStorage' | 'sessionStorage';
  /** Texts that the browser refused to store. */
  readonly #refused = new Map<string, string>();

  constructor(name: 'localStorage' | 'sessionStorage') {
    this.#name = name;
  }

  read(key: string): string | null {
    return this.#refused.get(key) ?? this.#area()?.getItem(key) ?? null;
  }

  /** Returns false for a text that lasts as long as the page only. */
  write(key: string, text: string): boolean {
    const area = this.#area();
    try {
      area?.setItem(key, text);
    } catch {
      note('full');
      this.#keepHere(key, text);
      return false;
    }
    if (area) this.#refused.delete(key);
    else this.#keepHere(key, text);
    return area !== undefined;
  }

  remove(key: string): void {
    this.#refused.delete(key);
    this.#area()?.removeItem(key);
  }

  keys(): string[] {
    return [...new Set([...this.#refused.keys(), ...Object.keys(this.#area() ?? {})])];
  }

  #keepHere(key: string, text: string): void {
    this.#refused.set(key, text);
    // Another tab may store a newer text after all.
    window.addEventListener('storage', (event) => {
      if (event.key === key && event.storageArea === this.#area()) this.#refused.delete(key);
    });
  }

  /** The browser's store; undefined if it is blocked, which throws at the property itself. */
  #area(): Storage | undefined {
    try {
      return window[this.#name];
    } catch {
      note('blocked');
      return undefined;
    }
  }
}

/** Texts of this site, shared by all tabs. */
export const siteStore = new TextStore('localStorage');
/** Texts of this tab. */
export const tabStore = new TextStore('sessionStorage');

/** Cookies that this document may read, as `name=value; name=value`. */
export function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    note('blocked');
    return '';
  }
}

/** Sets a cookie that this site's scripts may read. */
export function writeCookie(name: string, value: string, attributes: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  try {
    document.cookie = `${name}=${value}; ${attributes}${secure}`;
  } catch {
    note('blocked');
  }
}
