import { useSyncExternalStore } from 'react';
import type { Language } from '#register/words/words.ts';

/** Choices of a person on this device. */
export type DeviceSettings = {
  language: Language;
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  /** The camera is open as the scanner while something is sold. */
  camera: boolean;
  /** People who were shown a first sale here, or did not want it, by ID. */
  walked: string[];
};

const KEY = 'register-settings';
const listeners = new Set<() => void>();
let settings = read();

function read(): DeviceSettings {
  const preferred: Language = navigator.language.startsWith('es') ? 'es' : 'en';
  const fresh: DeviceSettings = {
    language: preferred,
    theme: 'system',
    sound: true,
    camera: false,
    walked: [],
  };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as object) };
  } catch {
    return fresh;
  }
}

/** Changes settings and keeps them, if the browser lets us. */
export function changeDeviceSettings(changes: Partial<DeviceSettings>): void {
  settings = { ...settings, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the choice holds until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function useDeviceSettings(): DeviceSettings {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => settings,
  );
}

/** The settings outside of components. */
export function deviceSettings(): DeviceSettings {
  return settings;
}

/** True if the screen is dark, by choice or by the device. */
export function isDark(theme: DeviceSettings['theme']): boolean {
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
