import { describe, expect, it } from 'vitest';
import {
  activityGroup,
  activityWords,
  fieldWords,
  ownActivityWords,
  valueWords,
} from './activity-words.ts';

describe('activity in words', () => {
  it('describes actions', () => {
    expect(activityWords('device.added')).toBe('created the device');
    expect(activityWords('admin.deactivated')).toBe('deactivated the user');
    expect(activityWords('admin.codeLocked')).toMatch(/^locked this person out/);
    expect(activityWords('device.pairing_forgotten')).toBe('forgot the pairing');
    expect(activityWords('note.added')).toBe('left a note');
    expect(activityWords('fair.something_new')).toBe('something new');
  });

  it("describes the user's own actions with their record", () => {
    const words = (action: string, entity: string, recordName: string | null) =>
      Object.values(ownActivityWords({ action, entity, recordName })).join(' ');
    expect(words('device.added', 'device', 'REG-07')).toBe('Created device REG-07');
    expect(words('admin.updated', 'admin', 'Dana Whitfield')).toBe(
      'Made changes to user Dana Whitfield',
    );
    expect(words('note.added', 'fair', 'Juniper Book Fair')).toBe(
      'Left a note: fair Juniper Book Fair',
    );
    expect(words('student.synced', 'student', null)).toBe('Synced a student');
  });

  it('names fields and formats values as the screens do', () => {
    expect([fieldWords('purchaseDate'), fieldWords('roleName'), fieldWords('adminId')]).toEqual([
      'Purchase date',
      'Role name',
      'Admin',
    ]);
    expect([
      valueWords('2026-10-12'),
      valueWords(null),
      valueWords(true),
      valueWords('****'),
      valueWords([]),
    ]).toEqual(['10/12/2026', 'nothing', 'yes', '****', 'nothing']);
    expect(valueWords(['work_register'], 'duties')).toBe('Work a register');
    expect(valueWords(973, 'refundedCents')).toBe('$9.73');
    expect(valueWords(82_500, 'taxRatePpm')).toBe('8.25%');
    expect([valueWords(-2, 'units'), valueWords(1_250, 'units')]).toEqual(['−2', '1,250']);
    expect(
      valueWords([
        { name: 'Fairs', read_only: true, edit: true },
        { name: 'Orders', read_only: false, edit: false },
      ]),
    ).toBe('Fairs (view, edit)');
  });

  it('groups by the days before today', () => {
    const at = (day: string) => `${day}T12:00:00.000Z`;
    expect(
      ['2026-11-21', '2026-11-20', '2026-11-14', '2026-11-13'].map((day) =>
        activityGroup(at(day), '2026-11-21'),
      ),
    ).toEqual(['Today', 'Yesterday', 'Last 7 days', 'Older']);
  });
});
