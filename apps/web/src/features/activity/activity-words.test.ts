import { describe, expect, it } from 'vitest';
import { activityGroup, activityWords, fieldWords, valueWords } from './activity-words.ts';

describe('activity in words', () => {
  it('says what was done', () => {
    expect(activityWords('device.added')).toBe('added this');
    expect(activityWords('device.pairing_forgotten')).toBe('forgot the pairing');
    expect(activityWords('note.added')).toBe('left a note');
    expect(activityWords('fair.close_out_finished')).toBe('close out finished');
  });

  it('names fields and shows values as the screens do', () => {
    expect([fieldWords('purchaseDate'), fieldWords('roleName'), fieldWords('adminId')]).toEqual(['Purchase date', 'Role name', 'Admin']);
    expect([valueWords('2026-10-12'), valueWords(null), valueWords(true), valueWords('****'), valueWords([])]).toEqual(['10/12/2026', 'nothing', 'yes', '****', 'nothing']);
    expect(valueWords([{ name: 'Fairs', read_only: true, edit: true }, { name: 'Orders', read_only: false, edit: false }])).toBe('Fairs (view, edit)');
  });

  it('groups by the days before today', () => {
    const at = (day: string) => `${day}T12:00:00.000Z`;
    expect(['2026-11-21', '2026-11-20', '2026-11-14', '2026-11-13'].map((day) => activityGroup(at(day), '2026-11-21'))).toEqual(['Today', 'Yesterday', 'Last 7 days', 'Older']);
  });
});
