import { TABLET } from '#testing/selling/new-records.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SettingsChanges, Settings } from '@pos/contract/imports/settings';
import { SETTINGS_ID } from '@pos/contract/imports/settings';
import { hourIn } from '@pos/contract/values/clock';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startDueSync } from '#api/imports/sync/schedule.service.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectErrors } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';

let floor: Awaited<ReturnType<typeof openFair>> | undefined;

describe('settings', async () => {
  const test = await startTestApp();
  const read = async () => (await test.ask.settings.get()) as Settings;
  const change = async (changes: Omit<SettingsChanges, 'version'>) =>
    await test.ask.settings.update({ body: { ...changes, version: (await read()).version } });

  it('show the company and its support contact to visitors, and nothing else', async () => {
    await change({ supportEmail: 'help@fairs.example.com', supportPhone: '(555) 010-2030' });
    const contact = { email: 'help@fairs.example.com', phone: '(555) 010-2030' };
    const data = { companyName: 'POS Admin', ...contact };
    expect(await test.client().supportContact.get()).toEqual({ data });
    const { body } = await test.app.inject({ url: '/.well-known/security.txt' });
    expect(body).toMatch(
      /^Contact: mailto:help@fairs\.example\.com\nExpires: 20.+Z\n[^]+\nCanonical: https:/,
    );
  });

  it('are changed group by group, each change recorded with its author', async () => {
    const changed = await change({ profitCashPpm: 300_000, lowStockThreshold: 5 });
    expect(changed).toMatchObject({
      profitCashPpm: 300_000,
      lowStockThreshold: 5,
      supportEmail: 'help@fairs.example.com',
    });
    const { results } = await test.ask.activity.list({
      query: { entity: 'settings', entityId: SETTINGS_ID },
    });
    expect(results[0]).toMatchObject({
      action: 'settings.updated',
      changes: {
        profitCashPpm: { from: 250_000, to: 300_000 },
        lowStockThreshold: { from: 3, to: 5 },
      },
    });
  });

  it('show the newest daily backup, and warn if it is old or missing', async () => {
    expect((await read()).backup).toEqual({ isScheduled: false, newest: null, isOld: false });
    const backupFolder = await mkdtemp(path.join(tmpdir(), 'backups-'));
    const scheduled = await startTestApp({ backupFolder });
    scheduled.atEnd(() => rm(backupFolder, { recursive: true }));
    const backup = async () => ((await scheduled.ask.settings.get()) as Settings).backup;
    expect(await backup()).toEqual({ isScheduled: true, newest: null, isOld: true });
    const add = (at: string) =>
      writeFile(path.join(backupFolder, `pos-admin-${at.replaceAll(':', '-')}.backup`), 'x');
    await add('2026-01-02T03:07:00Z');
    expect(await backup()).toEqual({
      isScheduled: true,
      newest: { at: '2026-01-02T03:07:00.000Z', sizeBytes: 1 },
      isOld: true,
    });
    await add(`${new Date(Date.now() - 3_600_000).toISOString().slice(0, 19)}Z`);
    expect(await backup()).toMatchObject({ newest: { sizeBytes: 1 }, isOld: false });
  });

  it('refuse invalid combinations, on the field', async () => {
    const wrong: [Parameters<typeof change>[0], Record<string, string>][] = [
      [{ supportEmail: 'help' }, { supportEmail: 'Invalid email address' }],
      [{ profitCashPpm: 1_000_001 }, { profitCashPpm: 'Enter a percentage from 0 to 100.' }],
      [
        { ewalletMaxBalanceCents: 500 },
        { ewalletMaxBalanceCents: 'The maximum balance cannot be less than the minimum top-up.' },
      ],
      [
        { publicBaseUrl: 'javascript:alert(1)' },
        { publicBaseUrl: 'Enter an address that starts with https://.' },
      ],
      [{ defaultTimeZone: 'Mars/Olympus' }, { defaultTimeZone: 'Unknown time zone.' }],
    ];
    for (const [changes, errors] of wrong) await expectErrors(change(changes), errors);
  });

  it('show a reader only the support contact', async () => {
    const { client } = await signedInWith(test, []);
    expect((await client.settings.get()).data).toEqual({
      companyName: 'POS Admin',
      supportEmail: 'help@fairs.example.com',
      supportPhone: '(555) 010-2030',
      defaultTimeZone: 'America/New_York',
      receiptFooter: '',
      roundCash: false,
      appVersion: '0.0.0-test',
      studentRetentionMonths: 0,
    });
  });

  it('set how long a session lives without use', async () => {
    await change({ sessionIdleHours: 1 });
    const { token } = await test
      .client()
      .auth.login({ body: { email: 'owner@example.com', password: 'Correct-Horse-42' } });
    expect(Math.round((Date.parse(token.refresh.expiresAt) - Date.now()) / 60_000)).toBe(60);
    await change({ sessionIdleHours: 12 });
  });

  it('show from the data which first steps are done', async () => {
    expect((await read()).firstSteps).toEqual({
      company: false,
      school: false,
      titles: false,
      stock: false,
      students: false,
      role: true,
      colleague: true,
      fair: false,
      packingList: false,
      register: false,
      sale: false,
    });
    await test.owner.devices.add({
      body: { deviceId: 'FIRST-1', name: 'First', ...TABLET },
    });
    expect((await read()).firstSteps.register).toBe(true);
    expect((await change({ skippedSteps: ['students'] })).skippedSteps).toEqual(['students']);
    expect((await read()).hasSales).toBe(false);
    floor = await openFair(test);
    await (await floor.logIn('FIRST-2')).book();
    expect(await read()).toMatchObject({
      hasSales: true,
      firstSteps: { school: true, titles: true, students: false, packingList: true, sale: true },
    });
  });

  describe('the schedule of the sync', () => {
    const due = () => startDueSync(test.db, [{ name: 'Nowhere', place: '/nowhere' }]);
    const end = () =>
      test.db
        .updateTable('jobs')
        .set({ status: 'succeeded', progress: 100, result: '{}', finishedAt: sql<string>`now()` })
        .where('status', '=', 'queued')
        .execute();
    const age = (minutes: number) =>
      test.db
        .updateTable('jobs')
        .set({ createdAt: sql<string>`now() - make_interval(mins => ${minutes})` })
        .execute();
    const setBack = (hours: number) =>
      test.db
        .updateTable('settings')
        .set({ syncScheduledAt: sql<string>`now() - make_interval(hours => ${hours})` })
        .execute();

    it('is off until set, and then starts nothing for the time before', async () => {
      await setBack(100);
      expect(await due()).toBeUndefined();
      await change({ syncSchedule: 'hourly' });
      expect(await due()).toBeUndefined();
    });

    it('starts an hourly sync an hour after the last one, as the system, and never a second one', async () => {
      await setBack(2);
      const jobId = await due();
      expect(jobId).toBeDefined();
      expect((await read()).lastSync).toMatchObject({
        jobId,
        startedBy: 'Schedule',
        scope: 'all',
        status: 'queued',
      });
      expect(await due()).toBeUndefined();
      await age(61);
      expect(await due()).toBeUndefined();
      await end();
      expect(await due()).toBeDefined();
    });

    it('starts a daily sync once its hour of the default time zone has begun, once', async () => {
      await end();
      await age(3 * 24 * 60);
      const hour = hourIn(new Date().toISOString(), 'Pacific/Kiritimati');
      await change({
        syncSchedule: 'daily',
        syncHour: hour,
        defaultTimeZone: 'Pacific/Kiritimati',
      });
      await setBack(48);
      expect(await due()).toBeDefined();
      await end();
      expect(await due()).toBeUndefined();
      if (hour < 23) {
        await change({ syncHour: hour + 1 });
        await setBack(48);
        expect(await due()).toBeUndefined();
      }
    });
  });

  it('reach a register with its next catalog', async () => {
    await change({ ewalletLeftoverPolicy: 'refund', receiptFooter: 'Thank you for reading.' });
    const { pos } = await (floor ?? (await openFair(test))).logIn('SET-1');
    expect((await pos.catalog({ query: {} })).data.settings).toMatchObject({
      ewalletLeftoverPolicy: 'refund',
      receiptFooter: 'Thank you for reading.',
    });
  });
});
