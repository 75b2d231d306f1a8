import { expect, it, vi } from 'vitest';
import { identifyAdmin } from '#api/features/auth/auth.service.ts';
import { startTestApp } from '#testing/test-app.ts';
import { LiveFeed } from './live-feed.ts';

it('are sent again once a replica must have them, with the latest cursor', async () => {
  const test = await startTestApp();
  const identify = (token: string) => identifyAdmin(test.db, test.secrets, token);
  const feed = new LiveFeed({
    db: test.db,
    databaseUrl: test.url,
    identify,
    onTrouble: (error) => expect.unreachable(String(error)),
    echoAfterMs: 400,
  });
  const messages: { id: string; kinds: string[] }[] = [];
  const stream = feed.open(await identify(test.ownerToken), test.ownerToken, undefined);
  stream.setEncoding('utf8').on('data', (text: string) => {
    const id = /^id: (.+)$/m.exec(text)?.[1] ?? '';
    const data = /^data: (.+)$/m.exec(text)?.[1];
    if (data === undefined) return;
    const { events } = JSON.parse(data) as { events: { kind: string }[] };
    messages.push({ id, kinds: events.map(({ kind }) => kind) });
  });
  await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), { timeout: 10_000 });
  messages.length = 0;
  const device = { deviceId: 'E-1', name: 'Echo', model: 1 as const, adminId: null };
  const days = { purchaseDate: '2026-01-01', warrantyDate: '2028-01-01' };
  await test.owner.devices.add({ body: { ...device, ...days } });
  const told = () => messages.filter(({ kinds }) => kinds.includes('devices'));
  await vi.waitFor(() => expect(told()).toHaveLength(2), { timeout: 10_000 });
  expect(told()[0]?.kinds).toEqual(told()[1]?.kinds);
  await feed.stop();
});
