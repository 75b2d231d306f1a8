import type { Preferences } from '@pos/contract/staff/preferences';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectErrors } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('preferences', async () => {
  const test = await startTestApp();

  it('are empty until set, then as saved last, each for their owner only', async () => {
    const { client } = await signedInWith(test, []);
    expect((await client.preferences.get()).data).toBeNull();
    const mine = {
      theme: 'dark',
      density: 'compact',
      startPage: 'orders',
      reducedMotion: true,
      letterShortcuts: true,
      hiddenColumns: { orders: ['order', 'total'], 'held-orders': ['receipt'] },
      columnOrder: { orders: ['status', 'total'] },
    } satisfies Preferences;
    const { columnOrder: _, ...other } = mine;
    await client.preferences.save({ body: { ...other, theme: 'light', startPage: null } });
    expect((await client.preferences.save({ body: mine })).data).toEqual(mine);
    expect((await client.preferences.get()).data).toEqual(mine);
    expect(await test.ask.preferences.get()).toBeNull();
  });

  it('list every invalid choice', async () => {
    const choices = { theme: 'pink', density: 'tight', startPage: 'edit-user' };
    const flags = { reducedMotion: true, letterShortcuts: false, hiddenColumns: {} };
    const body = { ...choices, ...flags } as never;
    await expectErrors(test.owner.preferences.save({ body }), {
      theme: 'Choose a theme.',
      density: 'Choose how dense lists are.',
      startPage: 'Choose a page of the menu.',
    });
  });
});
