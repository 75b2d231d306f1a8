import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { runJobs } from '#testing/run-jobs.ts';
import { runSync } from '#testing/run-sync.ts';
import { oneSource, SCHOOLS, TOP_UPS } from '#testing/source-folder.ts';
import { startTestApp } from '#testing/test-app.ts';
import { syncTask } from './sync.service.ts';

const SCHOOL_FILE = `${SCHOOLS}\r\nMI01,Lakeview Elementary,1 Lake Rd,Ada,MI,49301,,353,America/Detroit\r\n`;

describe('a source system across the network', async () => {
  let answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    if (answer) answer(request, response);
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
  beforeEach(() => {
    answers = {};
  });
  const give = (text: string) => (_: IncomingMessage, response: ServerResponse) =>
    void response
      .writeHead(200, { 'content-type': 'text/csv', 'content-length': Buffer.byteLength(text) })
      .end(text);
  const sync = () => runSync(test.owner);
  const schoolsFailWith = async (message: string) => {
    // Another, valid file is still processed.
    answers['/pos/wallet-top-ups.csv'] = give(`${TOP_UPS}\r\n`);
    const run = await sync();
    expect(run).toMatchObject({
      status: 'partial',
      errors: [{ file: 'schools.csv', row: null, column: null, message }],
    });
    expect(run.files.map(({ file, state }) => [file, state])).toEqual([
      ['schools.csv', 'failed'],
      ['titles.csv', 'skipped'],
      ['students.csv', 'skipped'],
      ['wallet-top-ups.csv', 'read'],
    ]);
    expect(await test.db.selectFrom('schools').select('id').execute()).toEqual([]);
  };

  it('skips missing files', async () => {
    const run = await sync();
    expect(run).toMatchObject({ status: 'succeeded', errors: [] });
    expect(run.files.map(({ state }) => state)).toEqual([
      'skipped',
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(asked).toEqual([
      '/pos/schools.csv',
      '/pos/titles.csv',
      '/pos/students.csv',
      '/pos/wallet-top-ups.csv',
    ]);
  });

  it('gives up on a file that stalls', async () => {
    answers['/pos/schools.csv'] = (_, response) =>
      void response.writeHead(200, { 'content-length': 5_000 }).write(SCHOOL_FILE);
    await schoolsFailWith('No data came from the source system for 2 seconds.');
  });

  it('gives up on an answer that never begins', async () => {
    answers['/pos/schools.csv'] = () => undefined;
    await schoolsFailWith('No data came from the source system for 2 seconds.');
  });

  it('imports nothing from a truncated file, with a length or in chunks', async () => {
    answers['/pos/schools.csv'] = (_, response) => {
      response
        .writeHead(200, { 'content-length': 5_000 })
        .write(SCHOOL_FILE, () => response.destroy());
    };
    await schoolsFailWith('The file ended too early.');
    answers['/pos/schools.csv'] = (_, response) => {
      response
        .writeHead(200, { 'transfer-encoding': 'chunked' })
        .write(SCHOOL_FILE, () => response.destroy());
    };
    await schoolsFailWith('The file ended too early.');
  });

  it('imports nothing from a file without a declared end', async () => {
    answers['/pos/schools.csv'] = (request) =>
      void request.socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${SCHOOL_FILE}`);
    await schoolsFailWith('The source system does not declare where the file ends.');
  });

  it('follows no redirect and reports the status of an error', async () => {
    answers['/pos/schools.csv'] = (_, response) =>
      void response.writeHead(302, { location: '/pos/wallet-top-ups.csv' }).end();
    await schoolsFailWith('The source system redirects to another address, which is not followed.');
    answers['/pos/schools.csv'] = (_, response) => void response.writeHead(503).end();
    await schoolsFailWith('The source system answered 503.');
  });

  it('refuses a file that is too large, whatever its declared length', async () => {
    answers['/pos/schools.csv'] = (_, response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).write(SCHOOL_FILE);
      response.end(Buffer.alloc(300_000, 'x'));
    };
    await schoolsFailWith('The file is larger than 0 MB.');
  });

  it('names missing columns', async () => {
    answers['/pos/schools.csv'] = give('identifier,city\r\nMI01,Ada\r\n');
    await schoolsFailWith('The column name is missing.');
  });

  it('fails if no file can be read, and reads them the next time', async () => {
    for (const name of ['schools', 'titles', 'students', 'wallet-top-ups'])
      answers[`/pos/${name}.csv`] = (request) => void request.socket.destroy();
    expect(await sync()).toMatchObject({
      status: 'failed',
      errors: [{ message: 'The source system cannot be reached.' }],
    });
    answers = { '/pos/schools.csv': give(SCHOOL_FILE) };
    expect(await sync()).toMatchObject({
      status: 'succeeded',
      files: [
        { state: 'read', created: 1 },
        { state: 'skipped' },
        { state: 'skipped' },
        { state: 'skipped' },
      ],
    });
  });
});
