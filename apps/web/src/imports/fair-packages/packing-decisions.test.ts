import type { PackedTitle, ProposedTitle } from '@pos/contract/imports/fair-packages';
import { expect, test } from 'vitest';
import {
  decidedList,
  decisionsFor,
  LEAVE_OUT,
  proposedDecisions,
  SEND_ALL,
} from './packing-decisions.ts';

const packed = (titleId: string, availableQty: number): PackedTitle => ({
  titleId,
  sku: titleId,
  title: titleId,
  author: '',
  category: 'Picture',
  pictureId: null,
  priceCents: 500,
  availableQty,
  isActive: true,
});
const short = (titleId: string, shortQty: number, changes: Partial<ProposedTitle> = {}) => ({
  ...packed(titleId, 0),
  qty: 10,
  shortQty,
  substitutes: [packed('near', 5), packed('far', 4)],
  ...changes,
});

test('proposes the best substitute with enough units left after the titles before', () => {
  const contents = [short('one', 4), short('two', 4), short('three', 4), short('enough', 0)];
  const decisions = proposedDecisions(contents);
  expect([...decisions]).toEqual([
    ['one', 'near'],
    ['two', 'far'],
    ['three', SEND_ALL],
  ]);
  expect(decidedList(contents, decisions)).toEqual({
    substitutes: [
      { insteadOfId: 'one', titleId: 'near', qty: 4 },
      { insteadOfId: 'two', titleId: 'far', qty: 4 },
    ],
    units: 40,
  });
});

test('keeps what a person changed, unless it is no longer offered', () => {
  const contents = [short('one', 4), short('two', 4)];
  const changed = new Map([
    ['one', LEAVE_OUT],
    ['two', 'gone'],
  ]);
  expect([...decisionsFor(contents, changed)]).toEqual([
    ['one', LEAVE_OUT],
    ['two', 'far'],
  ]);
});

test('leaves out an inactive title that nothing can replace', () => {
  const contents = [short('retired', 10, { isActive: false }), short('enough', 0)];
  const decisions = proposedDecisions(contents);
  expect(decisions.get('retired')).toBe(LEAVE_OUT);
  expect(decidedList(contents, decisions)).toEqual({
    substitutes: [{ insteadOfId: 'retired', titleId: null, qty: 10 }],
    units: 10,
  });
});
