import { isAppAddress } from '@pos/contract/addresses';
import { expect, it } from 'vitest';
import { SCREENS, screenPath } from './screens.ts';

it('every screen has an address that the server serves the app at', () => {
  const paths = SCREENS.map((screen) => screenPath(screen).replace('$id', 'an-id'));
  expect(paths.filter((path) => !isAppAddress(path))).toEqual([]);
});
