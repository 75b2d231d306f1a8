import type { ActivityEntry } from '@pos/contract/staff/activity';
import { expect, test } from 'vitest';
import { activityRuns, changeOfRun, runWords, type ActivityRun } from './activity-runs.ts';

const entry = (
  id: string,
  action: string,
  changes: ActivityEntry['changes'] = {},
  actorName = 'Kim',
): ActivityEntry => ({
  id,
  at: '2026-11-23T12:00:00Z',
  actorType: 'admin',
  actorName,
  action,
  changes,
  ip: null,
});

/** Run of adjusted titles with one reason and note. */
function adjustedRun(reason: string, notes: readonly string[]): ActivityRun {
  const [run] = activityRuns(
    notes.map((note, index) =>
      entry(String(index), 'fair.stock_adjusted', {
        title: { from: null, to: `Title ${index}` },
        onHand: { from: 2, to: reason === 'received' ? 8 : 1 },
        reason: { from: null, to: reason },
        note: { from: null, to: note },
      }),
    ),
  );
  return run!;
}

test('neighbors of one person and action are joined, notes and other people are not', () => {
  const runs = activityRuns([
    entry('1', 'fair.stock_adjusted'),
    entry('2', 'fair.stock_adjusted'),
    entry('3', 'fair.stock_adjusted', {}, 'Lee'),
    entry('4', 'note.added'),
    entry('5', 'note.added'),
    entry('6', 'fair.updated'),
    entry('7', 'fair.stock_adjusted'),
  ]);
  expect(runs.map((run) => run.map(({ id }) => id))).toEqual([
    ['1', '2'],
    ['3'],
    ['4'],
    ['5'],
    ['6'],
    ['7'],
  ]);
});

test('the changes of a number add up over a run', () => {
  const adjusted = (id: string, from: number, to: number) =>
    entry(id, 'fair.stock_adjusted', { onHand: { from, to } });
  const [run] = activityRuns([adjusted('1', 0, 6), adjusted('2', 4, 2)]);
  expect(changeOfRun(run!, 'onHand')).toBe(4);
  expect(changeOfRun(run!, 'title')).toBeUndefined();
});

test('a run names its titles, units and common note', () => {
  expect(runWords(adjustedRun('received', ['Evening restock', 'Evening restock']))).toBe(
    'restocked 2 titles, +12 units · Evening restock',
  );
  expect(runWords(adjustedRun('damaged', ['Wet', 'Torn', 'Torn']))).toBe(
    'adjusted stock of 3 titles, −3 units',
  );
  const [scans] = activityRuns([entry('1', 'fair.updated'), entry('2', 'fair.updated')]);
  expect(runWords(scans!)).toBe('made changes 2 times');
});
