import { expect, it } from 'vitest';
import { keepLook, readLooks } from './saved-looks.ts';
import { changeSealed, keepSealed, readSealed } from '../drafts/sealed-store.ts';

it('keeps settings that a busy browser reads too late for the start', async () => {
  await keepSealed('browser', 'looks', { menu: 'rail', tones: 'muted' });
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = changeSealed('browser', 'another', () => promise);
  await readLooks();
  keepLook('menu', 'full');
  resolve();
  await busy;
  await expect.poll(() => readSealed('browser', 'looks')).toEqual({ menu: 'full', tones: 'muted' });
});
