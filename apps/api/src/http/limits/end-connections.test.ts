import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { Db } from '#api/db/db.ts';
import { serve } from '../serve.ts';

it('stops at once despite idle and half-sent connections, and finishes running requests', async () => {
  const refuse = () => Promise.reject(new Error('Nobody signs in here.'));
  const app = await serve([], {
    db: {} as Db,
    identify: { admin: refuse, register: refuse, ticket: refuse },
    logLevel: 'silent',
    trustProxy: false,
    checkResponses: true,
  });
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/slow', { config: { access: { kind: 'public', place: 'none' } } }, async () => {
    begun.resolve();
    await goOn.promise;
    return 'done';
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const open = async (text: string) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const silent = await open('');
  const half = await open('GET /slow HTTP/1.1\r\nHost: lo');
  const asking = await open('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  let answer = '';
  asking.on('data', (chunk) => (answer += String(chunk)));
  await begun.promise;
  const closed = app.close();
  await Promise.all(
    [silent, half].map(async (socket) => socket.closed || (await once(socket.resume(), 'close'))),
  );
  goOn.resolve();
  await closed;
  if (!asking.closed) await once(asking, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
});
