import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTION_LIMITS } from '@pos/api/http/connection-limits.ts';
import { api } from '@pos/contract/api';
import { createClient } from '@pos/contract/client';
import { sendTo } from '../office/http.ts';
import { brokenJournals } from '../product/journals.ts';
import { TRIAL_OWNER } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import { sellSteadily } from './registers.ts';
import {
  type Ground,
  IntakeTimes,
  intakeInWords,
  intakeMissed,
  onGround,
  openRegisters,
  prepareFair,
  UNITS,
} from './ground.ts';
import { brokenInvariants, inTime, type Part, type PartReport } from './part.ts';

const FAIR = 'BODIES-01';
const REGISTERS = 3;
/** Address of the abusive client, so the registers' own address is not limited. */
const STRANGER = '127.0.0.2';
/** Address of the slow clients: their connections must not count toward those of STRANGER. */
const SLOW_CLIENT = '127.0.0.4';
/** Address listed in TRUST_PROXY. */
const PROXY = '127.0.0.3';
const MIB = 1_048_576;
const DECLARED = 200 * MIB;
/** Maximum time to refuse an upload and close its connection, in milliseconds. */
const MAX_CUT_MS = 2_000;
/** The server checks for slow requests every 2 seconds. */
const SLOW_MARGIN_MS = 5_000;
const SLOW_BODIES = 20;
/** Duration of the baseline with registers alone, in milliseconds. */
const ALONE_MS = 5_000;

/** Sends slow bodies, oversized bodies and too many connections while registers sell. */
export const bodies: Part = {
  name: 'bodies',
  does: 'bodies at one byte a second, an upload of 200 MB, more connections than an address may have',
  run: ({ seed, isShort, isBusy }, log) =>
    onGround({ name: 'bodies', seed, extra: { TRUST_PROXY: PROXY } }, log, (ground) =>
      misbehave(ground, isShort, isBusy),
    ),
};

type Outcome = { figure: string; missed: string[] };

async function misbehave(ground: Ground, isShort: boolean, isBusy: boolean): Promise<PartReport> {
  const { product, random } = ground;
  await prepareFair(ground.office, FAIR, UNITS);
  const times = new IntakeTimes();
  const { network } = times;
  const registers = await openRegisters(ground, FAIR, 'BODY', REGISTERS, { network });
  const { token } = await createClient(api, sendTo(product.url)).auth.login({ body: TRIAL_OWNER });
  const port = Number(new URL(product.url).port);
  let isOver = false;
  const selling = registers.map((register, number) =>
    sellSteadily(
      register,
      { number, registers: REGISTERS },
      random.fork(register.deviceId),
      () => isOver,
    ),
  );
  await sleep(ALONE_MS);
  const alone = times.take();
  const slow = isShort ? undefined : slowBodies(port);
  const outcomes = [
    await largeUpload(port, token.access.token, 'declared'),
    await largeUpload(port, token.access.token, 'chunked'),
    await tooMany(port),
    await fromProxy(port),
    ...(slow ? [await slow] : []),
  ];
  const intake = times.take();
  isOver = true;
  await Promise.all(selling);
  const broken = [
    ...(await brokenInvariants(product)),
    ...(await withDatabase(product.dataDir, (db) => brokenJournals(db, registers))),
  ];
  for (const register of registers) await register.memory.close();
  const missed = [
    ...outcomes.flatMap((outcome) => outcome.missed),
    ...intakeMissed(intake, isBusy),
  ];
  return {
    figures: [
      ...outcomes.map(({ figure }) => figure),
      `Registers alone: ${intakeInWords(alone)}`,
      `Registers in the meantime: ${intakeInWords(intake)}`,
    ],
    broken,
    unforeseen: [],
    missed,
  };
}

/** Sends many bodies at once at one byte a second; each must be answered 408 after the timeout. */
async function slowBodies(port: number): Promise<Outcome> {
  const ended = await Promise.all(
    Array.from({ length: SLOW_BODIES }, async () => {
      const socket = open(port, SLOW_CLIENT);
      const said = answerOn(socket);
      socket.write(head('/v1/auth/login', 'application/json', 1_000));
      socket.write('{');
      const drip = setInterval(() => socket.write(' '), 1_000);
      const answer = await said;
      clearInterval(drip);
      return answer;
    }),
  );
  const limit = CONNECTION_LIMITS.requestMs + SLOW_MARGIN_MS;
  const wrong = ended.filter(({ status, endedMs }) => status !== 408 || endedMs > limit);
  const longest = Math.max(...ended.map(({ endedMs }) => endedMs));
  return {
    figure: `${SLOW_BODIES} bodies at one byte a second: answered ${statuses(ended)}, the last ended after ${inTime(longest)}`,
    missed: wrong.map(
      ({ status, endedMs }) =>
        `A body at one byte a second was answered ${status} after ${inTime(endedMs)}.`,
    ),
  };
}

/** Uploads 200 MB as fast as the server reads; must be answered 413 and cut off. */
async function largeUpload(
  port: number,
  token: string,
  length: 'declared' | 'chunked',
): Promise<Outcome> {
  const socket = open(port, STRANGER);
  const said = answerOn(socket);
  const type = 'multipart/form-data; boundary=edge';
  socket.write(
    head('/v1/fairs/bulk-upload', type, length === 'declared' ? DECLARED : undefined, token),
  );
  const chunk = Buffer.alloc(65_536, 'a');
  const piece =
    length === 'declared'
      ? chunk
      : Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]);
  while (socket.bytesWritten < DECLARED && !socket.destroyed && socket.writable)
    if (!socket.write(piece)) await drainOrClose(socket);
  const { status, answeredMs, endedMs } = await said;
  const words = `answered ${status} after ${inTime(answeredMs)}, ended after ${inTime(endedMs)}, ${(socket.bytesWritten / MIB).toFixed(0)} MB sent`;
  const isRight = status === 413 && endedMs <= MAX_CUT_MS;
  return {
    figure: `An upload of 200 MB (${length}): ${words}`,
    missed: isRight ? [] : [`An upload of 200 MB (${length}) was ${words}.`],
  };
}

/** Opens one idle connection more than an address may have. */
async function tooMany(port: number): Promise<Outcome> {
  const { perAddress } = CONNECTION_LIMITS;
  const idle = await openIdle(port, STRANGER, perAddress);
  const early = idle.filter((socket) => socket.destroyed).length;
  const { status, endedMs } = await answerOn(open(port, STRANGER));
  const other = await ask(port, '127.0.0.1');
  await endAll(idle);
  const missed = [];
  if (early > 0 || status !== 503)
    missed.push(`${early} of ${perAddress} connections were closed, the next returned ${status}.`);
  if (other !== 200)
    missed.push(`Another address received ${other} during ${perAddress} connections.`);
  return {
    figure: `${perAddress} idle connections of one address: the next received ${status} after ${inTime(endedMs)}, another address ${other}`,
    missed,
  };
}

/** Opens more connections than that from an address in TRUST_PROXY. */
async function fromProxy(port: number): Promise<Outcome> {
  const count = CONNECTION_LIMITS.perAddress + 50;
  const idle = await openIdle(port, PROXY, count);
  const ended = idle.filter((socket) => socket.destroyed).length;
  const status = await ask(port, PROXY);
  await endAll(idle);
  return {
    figure: `${count} idle connections of an address in TRUST_PROXY: ${ended} closed, the next received ${status}`,
    missed:
      ended === 0 && status === 200
        ? []
        : [`A trusted proxy was refused: ${ended} closed, ${status}.`],
  };
}

type Answer = { status: number; answeredMs: number; endedMs: number };

function open(port: number, localAddress: string): Socket {
  return connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
}

/**
 * Returns the response status, when it arrived (ms) and when the connection ended; 0 if nothing
 * arrived.
 */
function answerOn(socket: Socket): Promise<Answer> {
  const began = performance.now();
  let text = '';
  let answeredMs = 0;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answeredMs ||= performance.now() - began;
    text += chunk;
  });
  return new Promise((resolve) => {
    socket.once('close', () =>
      resolve({
        status: Number(text.split(' ')[1] ?? 0),
        answeredMs,
        endedMs: performance.now() - began,
      }),
    );
  });
}

async function openIdle(port: number, address: string, count: number): Promise<Socket[]> {
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = open(port, address);
      await once(socket, 'connect');
      // Reads, so that a close by the server is noticed.
      return socket.resume();
    }),
  );
  await sleep(500);
  return sockets;
}

async function endAll(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await sleep(500);
}

async function ask(port: number, address: string): Promise<number> {
  const socket = open(port, address);
  const said = answerOn(socket);
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  return (await said).status;
}

function head(path: string, type: string, length: number | undefined, token?: string): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Type: ${type}`,
    length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    '\r\n',
  ].join('\r\n');
}

/** Waits until the socket drains or closes. */
function drainOrClose(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.once('drain', done).once('close', done);
  });
}

function statuses(answers: readonly Answer[]): string {
  return [...new Set(answers.map(({ status }) => status))].join(', ');
}
