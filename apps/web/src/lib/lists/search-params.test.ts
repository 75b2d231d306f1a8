import { DevicesQuery } from '@pos/contract/fairs/devices';
import { FairInventoryQuery } from '@pos/contract/stock/inventory';
import { expect, it } from 'vitest';
import { parseSearch, readQuery, stringifySearch, writeQuery } from './search-params.ts';

it('reads and writes plain addresses, repeated keys as arrays', () => {
  expect(parseSearch('?search=a%20b&status=active&status=inactive')).toEqual({
    search: 'a b',
    status: ['active', 'inactive'],
  });
  expect(
    stringifySearch({
      search: 'a b',
      status: ['active', 'inactive'],
      page: 2,
      none: undefined,
      empty: '',
    }),
  ).toBe('?search=a+b&status=active&status=inactive&page=2');
  expect(stringifySearch({})).toBe('');
});

it('reads a list from its address, with the defaults of the contract', () => {
  expect(readQuery(DevicesQuery, {})).toEqual({ page: 1, limit: 20, sort: 'deviceId' });
  expect(
    readQuery(
      DevicesQuery,
      parseSearch('?page=3&limit=50&sort=-name&status=active&model=2&stale=true'),
    ),
  ).toEqual({
    page: 3,
    limit: 50,
    sort: '-name',
    status: ['active'],
    model: [2],
    stale: true,
  });
});

it('shows the list for a mistyped address', () => {
  expect(
    readQuery(DevicesQuery, parseSearch('?page=0&limit=7&sort=wrong&status=gone&tab=x&search=gym')),
  ).toEqual({ page: 1, limit: 20, sort: 'deviceId', search: 'gym' });
});

it('leaves out required keys that the address lacks', () => {
  expect(readQuery(FairInventoryQuery, {}).fairId).toBeUndefined();
});

it('writes only what differs from the defaults, and reads the same back', () => {
  const query = {
    ...readQuery(DevicesQuery, {}),
    page: 2,
    status: ['active' as const],
    search: '',
    model: [],
  };
  expect(writeQuery(DevicesQuery, { ...query, foreign: 'x' })).toEqual({
    page: 2,
    status: ['active'],
  });
  expect(
    readQuery(DevicesQuery, parseSearch(stringifySearch(writeQuery(DevicesQuery, query)))),
  ).toEqual({ page: 2, limit: 20, sort: 'deviceId', status: ['active'] });
});
