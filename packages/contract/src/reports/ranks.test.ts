import { expect, it } from 'vitest';
import { RANKED, rankByNet } from './ranks.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ netCents: ((index * 7) % count) * 100 }));
const nets = (found: readonly { netCents: number }[]) => found.map(({ netCents }) => netCents);

it('names the highest rows first and of the others the lowest first, none of them twice', () => {
  const { highest, lowest } = rankByNet(rows(25));
  expect(nets(highest)).toEqual(Array.from({ length: RANKED }, (_, place) => (24 - place) * 100));
  expect(nets(lowest)).toEqual(Array.from({ length: RANKED }, (_, place) => place * 100));
  const some = rankByNet(rows(RANKED + 2));
  expect(nets(some.lowest)).toEqual([0, 100]);
  expect(rankByNet(rows(RANKED)).lowest).toEqual([]);
});
