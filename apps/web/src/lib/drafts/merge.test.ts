import { describe, expect, it } from 'vitest';
import { mergeChanges } from './merge.ts';

describe('merging two changed copies of a record', () => {
  const base = {
    name: 'Spring Fair',
    endDate: '2027-03-05',
    rate: 8.25,
    deviceIds: ['a', 'b'],
    hours: '',
  };

  it('takes a change made in only one copy without asking', () => {
    const { merged, clashes } = mergeChanges(
      base,
      { ...base, name: 'Autumn Fair' },
      { ...base, endDate: '2027-03-06', deviceIds: ['a'] },
    );
    expect(clashes).toEqual([]);
    expect(merged).toEqual({
      ...base,
      name: 'Autumn Fair',
      endDate: '2027-03-06',
      deviceIds: ['a'],
    });
  });

  it('asks only about fields changed differently in both, keeping yours', () => {
    const { merged, clashes } = mergeChanges(
      base,
      { ...base, endDate: '2027-03-07', rate: 6 },
      { ...base, endDate: '2027-03-06', rate: 6 },
    );
    expect(clashes).toEqual([{ name: 'endDate', yours: '2027-03-07', theirs: '2027-03-06' }]);
    expect(merged).toEqual({ ...base, endDate: '2027-03-07', rate: 6 });
  });

  it('treats a reordered list, and null for a blank, as unchanged', () => {
    const { merged, clashes } = mergeChanges(
      base,
      { ...base, deviceIds: ['b', 'a'], hours: undefined as unknown as string },
      { ...base, deviceIds: ['c'], hours: '9 to 5' },
    );
    expect(clashes).toEqual([]);
    expect(merged).toMatchObject({ deviceIds: ['c'], hours: '9 to 5' });
  });
});
