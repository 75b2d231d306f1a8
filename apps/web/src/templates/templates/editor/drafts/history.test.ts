import type { PlacedField } from '@pos/contract/templates/template-fields';
import { expect, it } from 'vitest';
import { beginHistory, changed, redone, undone } from './history.ts';
import { newQr } from '../placing.ts';

const PAGE = { width: 612, height: 792 };
const field: PlacedField = newQr('01900000-0000-4000-8000-000000000001', PAGE, 1);
const at = (x: number): PlacedField[] => [{ ...field, x }];

it('undoes and redoes step by step, arrow keys on one field as one step', () => {
  const first = changed(beginHistory([]), at(1), '');
  const nudged = changed(changed(first, at(2), 'nudge a'), at(3), 'nudge a');
  expect(undone(nudged).fields).toEqual(at(1));
  expect(undone(undone(nudged)).fields).toEqual([]);
  expect(redone(redone(undone(undone(nudged)))).fields).toEqual(at(3));
});

it('drops undone steps after a new change, and ignores undo without steps', () => {
  const begun = beginHistory(at(1));
  expect(undone(begun)).toEqual(begun);
  expect(redone(changed(undone(changed(begun, at(2), '')), at(5), '')).fields).toEqual(at(5));
});
