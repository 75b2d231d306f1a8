import { expect, test } from 'vitest';
import { allows } from './permissions.ts';

test('a call that concerns all places is offered to people who work everywhere only', () => {
  const works = (isLimited: boolean) => ({ isSuper: true, permission: [], duties: [], isLimited });
  const call = (place: 'everywhere' | 'named') => ({ kind: 'super', place }) as const;
  expect(allows(call('everywhere'), works(false))).toBe(true);
  expect(allows(call('everywhere'), works(true))).toBe(false);
  expect(allows(call('named'), works(true))).toBe(true);
});
