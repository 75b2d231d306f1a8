import { describe, expect, it } from 'vitest';
import { cashierSheet } from './cashier-sheet.ts';

describe('a sheet of cashiers', () => {
  const read = (sheet: string, present: string[] = []) =>
    cashierSheet(present).safeParse({ sheet });

  it('is read as typed, or as pasted from a spreadsheet', () => {
    const sheet = 'Vera Volunteer 4711\n\n  Otto Oak,1234\nZoe\tLast\t0007\r\nAnn-Lee O’Hara; 9999';
    expect(read(sheet).data?.cashiers).toEqual([
      { name: 'Vera Volunteer', secretCode: '4711' },
      { name: 'Otto Oak', secretCode: '1234' },
      { name: 'Zoe Last', secretCode: '0007' },
      { name: 'Ann-Lee O’Hara', secretCode: '9999' },
    ]);
  });

  it('names every wrong line, and names that occur twice', () => {
    const sheet =
      'Vera Volunteer\nOtto Oak 12345\nX 1234\nZOE LAST 1111\nAnn Ash 2222\nann ash 3333';
    expect(read(sheet, ['Zoe Last']).error?.issues[0]).toMatchObject({
      path: ['sheet'],
      message: [
        'Line 1: Enter a name, then a code of 4 digits.',
        'Line 2: Enter a name, then a code of 4 digits.',
        'Line 3: Cashier name must have 2 to 50 characters.',
        'Line 4: ZOE LAST is on the list already.',
        'Line 6: ann ash is on the list already.',
      ].join(' '),
    });
    expect(read(' \n').error?.issues[0]?.message).toBe('Enter at least one cashier.');
  });
});
