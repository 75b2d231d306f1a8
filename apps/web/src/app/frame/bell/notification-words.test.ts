import type { NotificationSubject } from '@pos/contract/staff/notifications';
import type { Rights } from '@pos/contract/permissions';
import { describe, expect, it } from 'vitest';
import { notificationLine } from './notification-words.ts';

const id = '01900000-0000-7000-8000-000000000000';
const everything: Rights = { isSuper: true, permission: [], duties: [] };
const nothing: Rights = { isSuper: false, permission: [], duties: [] };
const DAY = 86_400_000;
const line = (subject: NotificationSubject, { count = 1, rights = everything, days = 0 } = {}) =>
  notificationLine(
    { id, at: '2026-10-12T12:00:00.000Z', readAt: null, count, subject },
    rights,
    Date.parse('2026-10-12T12:00:00.000Z') + days * DAY,
  );
const job = (
  changes: Partial<Extract<NotificationSubject, { kind: 'job' }>>,
): NotificationSubject => ({
  kind: 'job',
  jobId: id,
  job: 'export',
  status: 'succeeded',
  what: 'orders',
  fairId: null,
  ...changes,
});

describe('a notification in words', () => {
  it('offers a file while it is kept', () => {
    expect(line(job({}))).toEqual({
      title: 'The export of orders is ready',
      detail: 'Download it within 7 days.',
      meaning: 'ok',
      fileJobId: id,
    });
    expect(line(job({ job: 'report', what: 'DAILY_SALES' })).title).toBe(
      'The Daily sales file is ready',
    );
    expect(line(job({}), { days: 8 }).fileJobId).toBeUndefined();
  });

  it('links to the result of an import, and to a sync', () => {
    expect(line(job({ job: 'import', what: 'inventory', status: 'partial', fairId: id }))).toEqual({
      title: 'Import of inventory finished, with rows skipped',
      detail: 'See which rows were skipped.',
      meaning: 'warn',
      to: `/fair-details/${id}/upload?job=${id}`,
    });
    expect(line(job({ job: 'import', what: 'fairs', status: 'failed' })).to).toBe(
      `/fairs/upload?job=${id}`,
    );
    expect(line(job({ job: 'import', what: 'return-count', fairId: id })).to).toBe(
      `/fair-details/${id}/return-count?job=${id}`,
    );
    expect(line(job({ job: 'sync', what: 'titles', status: 'failed' }))).toMatchObject({
      title: 'Import of titles from the source system failed',
      to: '/settings?section=sync',
      meaning: 'bad',
    });
  });

  it('counts repeats within the hour', () => {
    expect(line({ kind: 'orders_held', fairId: id, fairName: 'Oak Fair' }, { count: 3 })).toEqual({
      title: '3 held orders, not counted in reports',
      detail: 'Oak Fair',
      meaning: 'warn',
      to: `/orders?fairId=${id}&view=held`,
    });
    expect(
      line({ kind: 'device_locked', deviceId: id, name: 'REG-01' }, { count: 2 }).detail,
    ).toContain('2 times');
  });

  it('warns of a copied session: its owner to the password, an administrator to the activity', () => {
    expect(line({ kind: 'own_session_reused' }, { rights: nothing })).toMatchObject({
      meaning: 'bad',
      to: '/change-password',
    });
    const copied = { kind: 'user_session_reused', adminId: id } as const;
    expect(line(copied).to).toBe(`/edit-user/${id}?tab=activity`);
    expect(line(copied, { rights: nothing }).to).toBeUndefined();
  });

  it('links nowhere that the rights do not open', () => {
    for (const subject of [
      job({ status: 'failed' }),
      job({ job: 'import', what: 'fairs' }),
      { kind: 'orders_held', fairId: id, fairName: 'Oak Fair' } as const,
    ])
      expect(line(subject, { rights: nothing }).to).toBeUndefined();
  });

  it('describes unknown kinds in general words', () => {
    expect(line(job({ what: 'constructor' })).title).toBe('The export of a list is ready');
    expect(line(job({ job: 'import', what: null, status: 'failed' }))).toEqual({
      title: 'Import of a file failed',
      detail: '',
      meaning: 'bad',
    });
  });
});
