import type { SearchGroup, SearchHit } from '@pos/contract/office/search';
import { IconFile } from '@tabler/icons-react';
import { describe, expect, test } from 'vitest';
import type { Command } from './command.ts';
import { paletteGroups, type KnownCommands } from './palette-groups.ts';
import { searchText } from './search-text.ts';

const hit = (label: string, parts: Partial<SearchHit> = {}): SearchHit => ({
  id: label,
  label,
  detail: '',
  amountCents: null,
  link: `/${label}`,
  exact: false,
  ...parts,
});
const group = (kind: SearchGroup['kind'], hits: SearchHit[], more = false): SearchGroup => ({
  kind,
  hits,
  more,
});
const command = (label: string): Command => ({
  key: label,
  label,
  icon: IconFile,
  to: `/${label}`,
});
const KNOWN: KnownCommands = {
  recent: ['a', 'b', 'c', 'd', 'e'].map((label) => ({ to: `/${label}`, label })),
  pages: [command('Orders')],
  actions: [command('Add fair')],
  session: [command('Sign out')],
  ofFair: (id) => [command(`Close out ${id}`)],
  ofDay: () => [],
};
const shown = (text: string, found: readonly SearchGroup[]) =>
  paletteGroups(text, found, KNOWN).map(({ title, commands }) => [
    title,
    commands.map(({ label }) => label),
  ]);

describe('the palette', () => {
  test('starts with four recent pages, then what can be opened and done', () => {
    expect(shown('', [])).toEqual([
      ['Recent pages', ['a', 'b', 'c', 'd']],
      ['Pages', ['Orders']],
      ['Actions', ['Add fair']],
      ['Display and session', ['Sign out']],
    ]);
  });

  test('lists no payment of an order that it lists', () => {
    const orders = group('order', [hit('MAPLE-A0001', { exact: true })]);
    const payments = group('payment', [
      hit('Cash', { detail: 'MAPLE-A0001 · completed' }),
      hit('Check no. 7', { detail: 'OTHER-A0001 · completed' }),
    ]);
    expect(shown('a0001', [orders, payments])).toEqual([
      ['Orders', ['MAPLE-A0001']],
      ['Payments', ['Check no. 7']],
    ]);
  });

  test('shows three of each kind and a way to all of them, and the tasks of the first fair', () => {
    const fairs = group('fair', [hit('Maple')]);
    const orders = group(
      'order',
      ['1', '2', '3', '4'].map((label) => hit(label)),
    );
    expect(shown('maple', [fairs, orders])).toEqual([
      ['Fairs', ['Maple']],
      ['For Maple', ['Close out Maple']],
      ['Orders', ['1', '2', '3', 'All orders that match']],
    ]);
  });

  test('searches an amount without its sign and separators, and leaves other texts alone', () => {
    expect(['$23.30', '$1,234.50', '23.30', ' Ada, Grade 4 ', '5,000'].map(searchText)).toEqual([
      '23.30',
      '1234.50',
      '23.30',
      'Ada, Grade 4',
      '5000',
    ]);
  });
});
