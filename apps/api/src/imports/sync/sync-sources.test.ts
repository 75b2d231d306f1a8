import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Settings } from '@pos/contract/imports/settings';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { jobTasks } from '#api/start/job-tasks.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { runSync } from '#testing/selling/run-sync.ts';
import { SCHOOLS, sourceFolder } from '#testing/selling/source-folder.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { startDueSync } from './schedule.service.ts';
import { schoolsFile } from './schools-file.ts';
import { studentsFile } from './students-file.ts';
import { titlesFile } from './titles-file.ts';
import { topUpsFile } from './top-ups-file.ts';

const DOCS = new URL('../../../../../docs/', import.meta.url);
const EXAMPLES = fileURLToPath(new URL('sync', DOCS));

describe('sources of the sync', async () => {
  const [main, trial] = [await sourceFolder(), await sourceFolder()];
  const sources = {
    syncSources: [
      { name: 'Main', place: main.path },
      { name: 'Trial', place: trial.path },
      { name: 'Examples', place: EXAMPLES },
    ],
  };
  const test = await startTestApp(sources);
  await runJobs(test, { tasks: jobTasks(test.db, sources) });
  test.atEnd(async () => {
    await main.drop();
    await trial.drop();
  });
  const settings = async () => (await test.ask.settings.get()) as Settings;
  const change = async (body: object) =>
    await test.ask.settings.update({ body: { ...body, version: (await settings()).version } });
  const choose = (syncSource: string) => change({ syncSource });
  const schoolNames = async () =>
    (await test.db.selectFrom('schools').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  it('are selected by name, and the next sync reads the new one without a restart', async () => {
    await main.write('schools.csv', [SCHOOLS, 'MAIN-1,Main School,,,,,,,']);
    await trial.write('schools.csv', [SCHOOLS, 'TRIAL-1,Trial School,,,,,,,']);
    expect(await settings()).toMatchObject({
      syncSource: '',
      syncSources: ['Main', 'Trial', 'Examples'],
    });
    await runSync(test.owner, 'schools');
    expect(await schoolNames()).toEqual(['Main School']);
    expect((await settings()).lastSync).toMatchObject({ source: 'Main' });
    expect(await choose('Trial')).toMatchObject({ syncSource: 'Trial' });
    await runSync(test.owner, 'schools');
    expect(await schoolNames()).toEqual(['Main School', 'Trial School']);
    expect((await settings()).lastSync).toMatchObject({ source: 'Trial' });
  });

  it('are read by the scheduled sync too', async () => {
    await choose('Trial');
    await change({ syncSchedule: 'hourly' });
    await sql`update settings set sync_scheduled_at = now() - interval '1 day'`.execute(test.db);
    await sql`update jobs set created_at = now() - interval '2 hours' where kind = 'sync'`.execute(
      test.db,
    );
    const id = await startDueSync(test.db, sources.syncSources.slice(0, 2));
    const job = test.db.selectFrom('jobs').select('params').where('id', '=', id!);
    expect(await job.execute()).toMatchObject([{ params: { source: 'Trial' } }]);
    await expect
      .poll(async () => (await settings()).lastSync?.finishedAt, { timeout: 20_000 })
      .not.toBeNull();
    await change({ syncSchedule: 'off' });
  });

  it('accept only the name of a listed source, and show no place', async () => {
    for (const wrong of ['Other', main.path, 'https://files.example.com/pos', 'trial']) {
      const unlisted = 'Choose one of the sources that the operator lists.';
      const syncSource = wrong.length > 40 ? 'Choose a source.' : unlisted;
      await expectErrors(choose(wrong), { syncSource });
    }
    const answers = [await test.owner.settings.get(), await test.owner.jobs.list({ query: {} })];
    for (const place of [main.path, trial.path, EXAMPLES])
      expect(JSON.stringify(answers)).not.toContain(place);
  });

  it('are refused after the operator removes the selected one, and never replaced by another', async () => {
    await sql`update settings set sync_source = 'Old system'`.execute(test.db);
    await expectRefusal(
      runSync(test.owner, 'schools'),
      'SYNC_SOURCE_MISSING',
      'The operator no longer lists the source "Old system". Choose another one in the settings.',
    );
    const kept = { syncSource: 'Old system' };
    expect(await change({ lowStockThreshold: 7 })).toMatchObject(kept);
    expect(await choose('')).toMatchObject({ syncSource: '' });
  });

  it('may end lines in different ways, wherever portions are split', async () => {
    const line = (at: number) =>
      `MIX-${at},School number ${at},${'x'.repeat(at % 97)},Ada,MI,49301,,${at},America/Detroit`;
    const endings = ['\r\n', '\n', '\r'];
    const lines = [SCHOOLS, ...Array.from({ length: 3_000 }, (_, at) => line(at))];
    const text = lines
      .map((one, at) => `${one}${endings[(at * 7 + Math.floor(at / 5)) % 3]}`)
      .join('');
    await writeFile(path.join(main.path, 'schools.csv'), text);
    const run = await runSync(test.owner, 'schools');
    expect(run.errors).toEqual([]);
    expect(run.files).toMatchObject([{ rows: 3_000, created: 3_000, rejected: 0 }]);
    for (const first of endings) {
      const [header, one, two] = [SCHOOLS, 'MIX-1,One,,,,,,,', 'MIX-2,Two,,,,,,,'];
      await writeFile(path.join(main.path, 'schools.csv'), `${header}${first}${one}\n${two}\r\n`);
      expect((await runSync(test.owner, 'schools')).files).toMatchObject([
        { rows: 2, rejected: 0 },
      ]);
    }
  });

  it('have all files and columns described in docs/sync.md, and all in the examples', async () => {
    const page = await readFile(new URL('sync.md', DOCS), 'utf8');
    for (const { name, columns } of [schoolsFile, titlesFile, studentsFile, topUpsFile]) {
      const chapter = page.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? '';
      const described = [...chapter.matchAll(/^\| (\w+) +\| (yes|no) +\|/gm)].map(
        ([, column, required]) => [column, required],
      );
      const known = [
        ...columns.required.map((column) => [column, 'yes']),
        ...columns.optional.map((column) => [column, 'no']),
      ];
      expect(described.toSorted()).toEqual(known.toSorted());
      const [header = ''] = (await readFile(path.join(EXAMPLES, name), 'utf8')).split('\n');
      expect(header.split(',').toSorted()).toEqual(known.map(([column]) => column).toSorted());
    }
  });
});
