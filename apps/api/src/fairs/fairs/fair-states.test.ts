import { FairState, fairState } from '@pos/contract/fairs/fair-state';
import type { Fair, FairsQuery } from '@pos/contract/fairs/fairs';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { finish, revert } from '#testing/selling/close-outs.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { SalesFloor } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const DAY = today('America/Detroit');

describe('the states of fairs', async () => {
  /** Plans a fair from and to a number of days from today. */
  const plan = (identifier: string, from: number, to: number) =>
    plannedFair(test, identifier, { startDate: addDays(DAY, from), endDate: addDays(DAY, to) });
  const list = async (query: Partial<FairsQuery> = {}): Promise<Fair[]> =>
    (await test.ask.fairs.list({ query: { limit: 50, ...query } })).results;
  const identifiers = (fairs: readonly Fair[]) =>
    fairs.map(({ schoolIdentifier }) => schoolIdentifier);

  const test = await startTestApp();
  await plan('SOON', 2, 6);
  await plan('LATER', 30, 31);
  await plan('LIVE', -1, 1);
  await plan('ENDING', -2, 0);
  await plan('DUE', -9, -1);
  await plan('OVERDUE', -20, -16);
  const deactivated = [await plan('OFF', 5, 6), await plan('RESTED', -30, -28)];
  for (const { id } of deactivated)
    await test.owner.fairs.changeStatus({ params: { id }, body: { status: 'inactive' } });
  for (const [identifier, end] of [
    ['DONE', -5],
    ['OLDEST', -40],
  ] as const)
    await finish(await SalesFloor.at(test, await plan(identifier, end - 2, end)));
  const reverted = await SalesFloor.at(test, await plan('REVERTED', -12, -11));
  await finish(reverted);
  await revert(reverted);

  it('order the list: to close out by age, live, upcoming by start, the others by end', async () => {
    const order = [
      ['OVERDUE', 'REVERTED', 'DUE'],
      ['ENDING', 'LIVE'],
      ['SOON', 'LATER'],
      ['OFF', 'DONE', 'RESTED', 'OLDEST'],
    ].flat();
    expect(identifiers(await list())).toEqual(order);
    expect(identifiers(await list({ sort: '-relevance' }))).toEqual(order.toReversed());
  });

  it('filter the list by the same rule as the contract', async () => {
    const all = await list();
    for (const state of FairState.options)
      expect([state, identifiers(await list({ state: [state] }))]).toEqual([
        state,
        identifiers(all.filter((fair) => fairState(fair) === state)),
      ]);
    expect(new Set(all.map(fairState))).toEqual(new Set(FairState.options));
    expect(identifiers(await list({ state: ['to_close_out', 'reverted'] }))).toEqual([
      'OVERDUE',
      'REVERTED',
      'DUE',
    ]);
  });

  it('are the same in the calendar', async () => {
    const { data } = await test.owner.fairs.calendar({
      query: { from: addDays(DAY, -45), to: addDays(DAY, 40) },
    });
    expect(new Map(data.map((fair) => [fair.id, fairState(fair)]))).toEqual(
      new Map((await list()).map((fair) => [fair.id, fairState(fair)])),
    );
  });
});
