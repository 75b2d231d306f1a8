import { TABLET } from '#testing/selling/new-records.ts';
import { describe, expect, it, vi } from 'vitest';
import { identifyAdmin } from '#api/staff/sign-in/auth.service.ts';
import { startTestApp, type TestApp } from '#testing/app/test-app.ts';
import { LiveFeed } from './live-feed.ts';

const LONG = { timeout: 20_000 };
const DEVICE = { name: 'Echo', ...TABLET };

describe('changes that a replica may lack', () => {
  it('are sent again once it must have them', async () => {
    const test = await startTestApp();
    const { feed, messages, told } = await listen(test);
    await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), LONG);
    messages.length = 0;
    await test.owner.devices.add({ body: { ...DEVICE, deviceId: 'E-1' } });
    await vi.waitFor(() => expect(told()).toHaveLength(2), LONG);
    expect(told()[0]?.kinds).toEqual(told()[1]?.kinds);
    await feed.stop();
  });

  it('are sent again to a reader who came after them', async () => {
    const test = await startTestApp();
    await test.owner.devices.add({ body: { ...DEVICE, deviceId: 'E-2' } });
    const { feed, told } = await listen(test);
    await vi.waitFor(() => expect(told()).toHaveLength(2), LONG);
    await feed.stop();
  });

  it('are all sent again to a reader who returns after too long', async () => {
    const test = await startTestApp();
    const { feed, messages } = await listen(test, 'unknown');
    const missed = () => messages.filter((message) => message.missed);
    await vi.waitFor(() => expect(missed()).toHaveLength(2), LONG);
    await feed.stop();
  });

  async function listen(test: TestApp, lastEventId?: string) {
    const identify = (token: string) => identifyAdmin(test.db, test.secrets, token);
    const feed = new LiveFeed({
      db: test.db,
      databaseUrl: test.url,
      identify,
      onTrouble: (error) => expect.unreachable(String(error)),
      echoAfterMs: 400,
    });
    const messages: { kinds: string[]; missed: boolean }[] = [];
    const stream = feed.open(await identify(test.ownerToken), test.ownerToken, lastEventId);
    stream.setEncoding('utf8').on('data', (text: string) => {
      const data = /^data: (.+)$/m.exec(text)?.[1];
      if (data === undefined) return;
      const { events, missed = false } = JSON.parse(data) as {
        events: { kind: string }[];
        missed?: boolean;
      };
      messages.push({ kinds: events.map(({ kind }) => kind), missed });
    });
    const told = () => messages.filter(({ kinds }) => kinds.includes('devices'));
    return { feed, messages, told };
  }
});
