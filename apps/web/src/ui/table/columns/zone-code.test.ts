import { expect, test } from 'vitest';
import { zoneCode } from './zone-code.ts';

test('a zone has a short name that is the same all year', () => {
  expect(['America/Detroit', 'America/Phoenix', 'Asia/Tokyo'].map(zoneCode)).toEqual([
    'ET',
    'MST',
    'GMT+9',
  ]);
});
