import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@pos/contract/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#testing/app/test-app.ts';
import { CONNECTION_LIMITS } from './connection-limits.ts';

const MIB = 1_048_576;

describe('a connection', async () => {
  const opened: Socket[] = [];

  const limits = { requestMs: 1_500, connections: 300, perAddress: 200 };
  const test = await startTestApp({ connectionLimits: limits });
  const proxied = await startTestApp({ connectionLimits: limits, trustProxy: ['127.0.0.0/8'] });
  for (const { app } of [test, proxied]) await app.listen({ host: '127.0.0.1', port: 0 });
  const port = (test.app.server.address() as AddressInfo).port;
  const proxiedPort = (proxied.app.server.address() as AddressInfo).port;
  const token = test.ownerToken;
  afterEach(async () => {
    const remaining = opened.splice(0).filter((socket) => !socket.destroyed);
    await Promise.all(remaining.map((socket) => once(socket.destroy(), 'close')));
    await pause(100);
  });

  it('with a body or headers byte by byte is answered 408 and ended', async () => {
    const begun = `POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    const heads = [
      `${begun}Content-Length: 1000\r\n\r\n{`,
      `${begun}Transfer-Encoding: chunked\r\n\r\n`,
      begun,
    ];
    const answers = heads.map(async (head) => {
      const socket = open(port);
      const said = answerOn(socket);
      socket.write(head);
      const next = head.endsWith('\n\r\n') ? '1\r\n{\r\n' : 'X';
      const drip = setInterval(() => socket.write(next), 100);
      return await said.finally(() => clearInterval(drip));
    });
    const ended = { status: 408, refusal: { code: 'REQUEST_TIMEOUT' } };
    expect(await Promise.all(answers)).toMatchObject([ended, ended, ended]);
  });

  it('that sends more than a call accepts is answered 413 and cut, however much would follow', async () => {
    const upload = `POST /v1/fairs/bulk-upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;
    const login =
      'POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const form = 'Content-Type: multipart/form-data; boundary=abcdef\r\n';
    const tries = [
      [`${upload}${form}Content-Length: ${200 * MIB}\r\n\r\n`, 'FILE_TOO_LARGE'],
      [`${upload}${form}Transfer-Encoding: chunked\r\n\r\n`, 'FILE_TOO_LARGE'],
      [`${login}Content-Length: ${200 * MIB}\r\n\r\n`, 'BODY_TOO_LARGE'],
      [`${login}Transfer-Encoding: chunked\r\n\r\n`, 'BODY_TOO_LARGE'],
    ] as const;
    const outcomes = tries.map(async ([head, code]) => {
      const socket = open(port);
      const said = answerOn(socket);
      const sent = await sendEndlessly(socket, head);
      expect(await said).toMatchObject({ status: 413, refusal: { code } });
      // Operating system buffers at both ends add to the 6 MiB that are read.
      expect(sent).toBeLessThan(40 * MIB);
    });
    await Promise.all(outcomes);
  });

  it('that was answered before its body arrived gets no second answer for being slow', async () => {
    const { app } = await startTestApp({ connectionLimits: { ...limits, requestMs: 300 } });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = open((app.server.address() as AddressInfo).port);
    const said = answerOn(socket);
    const length = `Content-Type: application/json\r\nContent-Length: ${200 * MIB}\r\n\r\n`;
    socket.write(`POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\n${length}{`);
    expect(await said).toMatchObject({ status: 413, refusal: { code: 'BODY_TOO_LARGE' } });
  });

  it('is refused beyond the limit of its address, unless that is a trusted proxy', async () => {
    const held = await Promise.all(Array.from({ length: 200 }, () => idle(port)));
    expect(held.filter((socket) => socket.destroyed)).toEqual([]);
    const { status, refusal, head } = await answerOn(open(port));
    expect([status, refusal?.code]).toEqual([503, 'NOT_READY']);
    expect(head).toContain('Retry-After: ');
    await once(held[0]!.destroy(), 'close');
    await pause(100);
    expect((await get(port)).status).toBe(200);

    await Promise.all(Array.from({ length: 299 }, () => idle(proxiedPort)));
    expect((await get(proxiedPort)).status).toBe(200);
    await idle(proxiedPort);
    expect((await answerOn(open(proxiedPort))).status).toBe(503);
  });

  it('of a school has room for at least 200 devices behind one address', () => {
    expect(CONNECTION_LIMITS.perAddress).toBeGreaterThanOrEqual(200);
  });

  it('that does not send HTTP gets a refusal with its field', async () => {
    const socket = open(port);
    const said = answerOn(socket);
    socket.write('HELLO\r\n\r\n');
    const { status, refusal } = await said;
    expect([status, refusal?.errors]).toEqual([
      400,
      { body: 'The request cannot be read as HTTP.' },
    ]);
  });

  it('whose headers are larger than the server reads is answered 431 whole, though it still sends', async () => {
    for (let tries = 0; tries < 20; tries++) {
      // A connection that is kept alive: it has carried an answer before.
      await (await fetch(`http://127.0.0.1:${port}/health`)).text();
      const answer = await fetch(`http://127.0.0.1:${port}/v1/fairs?search=${'x'.repeat(250_000)}`);
      expect([answer.status, ((await answer.json()) as Refusal).code]).toEqual([
        431,
        'BODY_TOO_LARGE',
      ]);
    }
  });

  function open(at: number): Socket {
    const socket = connect(at, '127.0.0.1').on('error', () => undefined);
    opened.push(socket);
    return socket;
  }

  async function idle(at: number): Promise<Socket> {
    const socket = open(at);
    await once(socket, 'connect');
    return socket;
  }

  function get(at: number) {
    const socket = open(at);
    const said = answerOn(socket);
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    return said;
  }
});

type Said = { status: number; head: string; refusal: Refusal | undefined };

/** Reads the answer until the connection ends. */
function answerOn(socket: Socket): Promise<Said> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return new Promise((resolve) => {
    socket.once('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const refusal = head.includes('application/json')
        ? Refusal.safeParse(JSON.parse(body)).data
        : undefined;
      resolve({ status: Number(head.split(' ')[1] ?? 0), head, refusal });
    });
  });
}

/** Sends up to 200 MiB after the headers. Returns the bytes sent before the connection was cut. */
async function sendEndlessly(socket: Socket, head: string): Promise<number> {
  const chunk = Buffer.alloc(65_536, 'a');
  const piece = head.includes('chunked')
    ? Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')])
    : chunk;
  socket.write(head);
  while (socket.bytesWritten < 200 * MIB && !socket.destroyed && socket.writable) {
    if (!socket.write(piece)) await drainOrClose(socket);
  }
  return socket.bytesWritten;
}

/** Waits until more can be sent or the connection closes. An error is followed by the close. */
function drainOrClose(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.once('drain', done).once('close', done);
  });
}
