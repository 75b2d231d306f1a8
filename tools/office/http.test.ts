import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { insistent, sendTo } from './http.ts';

it('sends again what a server broke off in the middle of its answer', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '11' });
    if (asked === 1) response.write('{"whole', () => response.destroy());
    else response.end('{"whole":1}');
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const send = insistent(sendTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    expect(await (await send('/', { method: 'GET' })).json()).toEqual({ whole: 1 });
    expect(asked).toBe(2);
  } finally {
    server.close();
  }
});
