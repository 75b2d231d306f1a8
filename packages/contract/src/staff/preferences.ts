import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { self, type PageKey } from '../permissions.ts';
import { dataSchema, optional } from '../values.ts';
import { ColumnIds, ListKey } from './views.ts';

/** `system` follows the device. */
export const Theme = z.enum(['system', 'light', 'dark'], 'Choose a theme.');
export type Theme = z.infer<typeof Theme>;

/** Row height of lists: 36, 44 or 56 px. */
export const Density = z.enum(['compact', 'default', 'comfortable'], 'Choose how dense lists are.');
export type Density = z.infer<typeof Density>;

/** Pages that can be the start page: those of the menu. */
export const START_PAGES = [
  'dashboard',
  'users',
  'devices',
  'fairs',
  'payments',
  'orders',
  'reports',
  'students',
  'fair-inventory',
  'inventory',
  'warehouse',
  'master-template',
] as const satisfies readonly PageKey[];
export const StartPage = z.enum(START_PAGES, 'Choose a page of the menu.');
export type StartPage = z.infer<typeof StartPage>;

/**
 * An admin's preferences for the panel. `startPage` null: the dashboard or, if the role does not
 * open it, the first page of the menu; a page that the role no longer opens counts as null.
 * `letterShortcuts`: single letters are shortcuts, which a scanner could trigger (WCAG 2.1.4).
 * `hiddenColumns`: hidden columns by list. `columnOrder`: columns in the chosen order by list; a
 * column that is not named keeps its usual place.
 */
export const Preferences = z.strictObject({
  theme: Theme,
  density: Density,
  startPage: StartPage.nullable(),
  reducedMotion: z.boolean(),
  letterShortcuts: z.boolean(),
  hiddenColumns: z.partialRecord(ListKey, ColumnIds),
  columnOrder: optional(z.partialRecord(ListKey, ColumnIds)),
});
export type Preferences = z.infer<typeof Preferences>;

/** Request to save preferences; a start page or column order that is left out does not change. */
export const PreferencesChanges = Preferences.extend({
  startPage: StartPage.nullable().optional(),
});
export type PreferencesChanges = z.infer<typeof PreferencesChanges>;

export const preferencesApi = defineApi({
  get: {
    call: 'GET /v1/preferences',
    place: 'none',
    access: self,
    summary: 'Get your own preferences',
    description: 'null if nothing was ever saved.',
    response: dataSchema(Preferences.nullable()),
  },
  save: {
    call: 'PUT /v1/preferences',
    place: 'none',
    access: self,
    summary: 'Save your own preferences',
    description: 'Without a version, because only their owner changes them.',
    body: PreferencesChanges,
    response: dataSchema(Preferences),
  },
});
