import { useSyncExternalStore } from 'react';
import { writeCookie } from './browser-storage.ts';

/** Themes to choose from; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const COOKIE_SECONDS = 365 * 24 * 60 * 60;
const darkDevice = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/**
 * Theme of this page; the server wrote it into the document from the cookie, so that the first
 * paint is right.
 */
function currentTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return THEMES.find((known) => known === theme) ?? 'system';
}

/** Changes the theme now and stores it in the cookie `theme` for a year. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  writeCookie('theme', theme, `Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  darkDevice.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    darkDevice.removeEventListener('change', listener);
  };
}

/** The chosen theme and the resulting color scheme on this device. */
export function useTheme(): { theme: Theme; scheme: 'light' | 'dark' } {
  const theme = useSyncExternalStore(subscribe, currentTheme);
  const deviceIsDark = useSyncExternalStore(subscribe, () => darkDevice.matches);
  return { theme, scheme: theme === 'system' ? (deviceIsDark ? 'dark' : 'light') : theme };
}
