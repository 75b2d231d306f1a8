import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runJobs } from '#testing/app/run-jobs.ts';
import { runSync } from '#testing/selling/run-sync.ts';
import { oneSource, SCHOOL_ROW, SCHOOLS, TOP_UPS } from '#testing/selling/source-folder.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { syncTask } from './sync.service.ts';

const SCHOOL_FILE = `${SCHOOLS}\r\n${SCHOOL_ROW}\r\n`;

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const give =
  (text: string): Answer =>
  (response) =>
    response.writeHead(200, { 'content-length': Buffer.byteLength(text) }).end(text);
/** Begins the answer and ends it before its end. */
const truncate =
  (headers: Record<string, string>): Answer =>
  (response) =>
    response.writeHead(200, headers).write(SCHOOL_FILE, () => response.destroy());

describe('a source system across the network', async () => {
  let answers: Record<string, Answer> = {};
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    if (answer) answer(response, request);
    else response.writeHead(404).end('no such file');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pos`;
  const test = await startTestApp(oneSource(address));
  const limits = { fileBytes: 200_000, stallMilliseconds: 1_500, milliseconds: 5_000 };
  await runJobs(test, {
    tasks: { sync: syncTask(test.db, oneSource(address).syncSources, limits) },
  });
  test.atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  const sync = () => runSync(test.owner);
  const skipped = { state: 'skipped' };

  it('skips missing files', async () => {
    expect(await sync()).toMatchObject({
      status: 'succeeded',
      errors: [],
      files: [skipped, skipped, skipped, skipped],
    });
    expect(asked).toEqual([
      '/pos/schools.csv',
      '/pos/titles.csv',
      '/pos/students.csv',
      '/pos/wallet-top-ups.csv',
    ]);
  });

  const stalled = 'No data came from the source system for 2 seconds.';
  it.each<[what: string, message: string, schools: Answer]>([
    [
      'gives up on a file that stalls',
      stalled,
      (response) => response.writeHead(200, { 'content-length': 5_000 }).write(SCHOOL_FILE),
    ],
    ['gives up on an answer that never begins', stalled, () => undefined],
    [
      'imports nothing from a truncated file with a length',
      'The file ended too early.',
      truncate({ 'content-length': '5000' }),
    ],
    [
      'imports nothing from a truncated file in chunks',
      'The file ended too early.',
      truncate({ 'transfer-encoding': 'chunked' }),
    ],
    [
      'imports nothing from a file without a declared end',
      'The source system does not declare where the file ends.',
      (_, { socket }) => socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${SCHOOL_FILE}`),
    ],
    [
      'follows no redirect',
      'The source system redirects to another address, which is not followed.',
      (response) => response.writeHead(302, { location: '/pos/wallet-top-ups.csv' }).end(),
    ],
    [
      'reports the status of an error',
      'The source system answered 503.',
      (response) => response.writeHead(503).end(),
    ],
    [
      'refuses a file that is too large, whatever its declared length',
      'The file is larger than 0 MB.',
      (response) => {
        response.writeHead(200, { 'transfer-encoding': 'chunked' }).write(SCHOOL_FILE);
        response.end(Buffer.alloc(300_000, 'x'));
      },
    ],
    [
      'names missing columns',
      'The column name is missing.',
      give('identifier,city\r\nMI01,Ada\r\n'),
    ],
  ])('%s, and reads the other files', async (_, message, schools) => {
    answers = { '/pos/schools.csv': schools, '/pos/wallet-top-ups.csv': give(`${TOP_UPS}\r\n`) };
    expect(await sync()).toMatchObject({
      status: 'partial',
      errors: [{ file: 'schools.csv', row: null, column: null, message }],
      files: [
        { file: 'schools.csv', state: 'failed' },
        { file: 'titles.csv', ...skipped },
        { file: 'students.csv', ...skipped },
        { file: 'wallet-top-ups.csv', state: 'read' },
      ],
    });
    expect(await test.db.selectFrom('schools').select('id').execute()).toEqual([]);
  });

  it('fails if no file can be read, and reads them the next time', async () => {
    for (const name of ['schools', 'titles', 'students', 'wallet-top-ups'])
      answers[`/pos/${name}.csv`] = (_, { socket }) => socket.destroy();
    expect(await sync()).toMatchObject({
      status: 'failed',
      errors: [{ message: 'The source system cannot be reached.' }],
    });
    answers = { '/pos/schools.csv': give(SCHOOL_FILE) };
    expect(await sync()).toMatchObject({
      status: 'succeeded',
      files: [{ state: 'read', created: 1 }, skipped, skipped, skipped],
    });
  });
});
