import axe from 'axe-core';
import { beforeEach, expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeDeviceSettings } from '../src/app/device-settings.ts';

/** Steps of tests that use the register's screens as a person does. */

export const button = (name: string | RegExp) => page.getByRole('button', { name });
export const heading = (name: string | RegExp) => page.getByRole('heading', { name });

/** Gives each test a tablet in English with a light screen, as it comes out of its box. */
export function startFresh(): void {
  beforeEach(async () => {
    await page.viewport(1024, 768);
    changeDeviceSettings({
      language: 'en',
      theme: 'light',
      sound: false,
      camera: false,
      walked: [],
    });
  });
}

/** Expects that axe finds nothing on the screen, light and dark. */
export async function expectNoViolations(name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    changeDeviceSettings({ theme });
    await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme);
    const { violations } = await axe.run();
    const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    expect([name, theme, found]).toEqual([name, theme, []]);
  }
}

/** Presses keys one after another as a person does: faster ones would be a scan. */
export async function press(keys: string): Promise<void> {
  for (const key of keys.match(/\{\w+\}|./g) ?? []) {
    await userEvent.keyboard(key);
    await new Promise((resolve) => setTimeout(resolve, 90));
  }
}
