import { isAppAddress } from '@pos/contract/addresses';
import { expect, it } from 'vitest';
import { SCREENS, screenPath } from './screens.ts';

it('gives every screen an address that the server serves', () => {
  const paths = SCREENS.map((screen) => screenPath(screen).replace('$id', 'an-id'));
  expect(paths.filter((path) => !isAppAddress(path))).toEqual([]);
});
