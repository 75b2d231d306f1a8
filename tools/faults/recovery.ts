import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runAs } from '@pos/embedded-postgres/run-as';
import { postgres15 } from '@pos/api/testing/app/postgres15.ts';
import { findProgram } from '../cluster/programs.ts';
import { fillTemplate } from '../cluster/template.ts';
import { OwnServer } from './own-server.ts';
import { brokenInvariants, inTime, type Part, type Run } from './part.ts';
import { Selling } from './selling.ts';

const TEMPLATE = new URL('../../deploy/cluster/pgbackrest.conf', import.meta.url);
const STANZA = 'pos-admin';
const REGISTERS = 2;
const SELLING_MS = 6_000;
const RECOVERED_WITHIN_MS = 120_000;

/**
 * Sells on a PostgreSQL 15 server that pgBackRest archives, destroys its data, and puts it back to
 * the moment before. Exactly the orders after that moment may be missing.
 */
export const recovery: Part = {
  name: 'recovery',
  does: 'a table dropped, and the server put back by pgBackRest to the moment before',
  run: async (run) => {
    const binaries = postgres15();
    const program = findProgram('pgbackrest');
    if (!binaries || program === undefined)
      throw new Error(
        'This part needs Debian\'s packages: "apt-get install --no-install-recommends postgresql-15 pgbackrest".',
      );
    const server = await OwnServer.make(run, { binaries });
    const { config, settings } = await archive(server, program);
    const backUp = async (command: string, ...args: string[]) => {
      const begun = performance.now();
      const all = [`--config=${config}`, `--stanza=${STANZA}`, ...args, command];
      const { ok, output } = await runAs(server.cluster.runAs, program, all);
      if (!ok) throw new Error(`pgbackrest ${command} failed: ${output}`);
      run.log(`pgbackrest ${command} ${args[0] ?? ''}: ${inTime(performance.now() - begun)}`);
    };
    await server.launch(settings);
    await backUp('stanza-create');
    await backUp('check');
    const ground = await server.openGround(run, 'recovery');
    const selling = await Selling.open(ground, 'RECOVERY', { registers: REGISTERS });
    const sell = async () => {
      selling.begin();
      await run.pause(SELLING_MS);
      await selling.end();
      return selling.acknowledged();
    };
    await backUp('backup', '--type=full');
    await sell();
    await backUp('backup', '--type=incr');
    const before = await sell();
    const moment = await server.ask('select clock_timestamp()::text');
    const after = (await sell()) - before;
    await ground.product.end('SIGTERM');
    await server.ask('drop table order_lines cascade');
    await server.ask('select pg_switch_wal()');
    await server.stop();
    const target = [`--target=${moment}`, '--target-action=promote'];
    await backUp('restore', '--type=time', '--delta', ...target);
    await server.launch(settings);
    await untilRecovered(run, server);
    ground.product.begin();
    await ground.product.untilReady();
    const missing = (await selling.lost()).length;
    const broken = await ground.withDb((db) => brokenInvariants(db));
    for (const { memory } of selling.registers) await memory.close();
    return {
      figures: [
        `${before + after - missing} of ${before} orders acknowledged by then are there, ${missing} of the ${after} later ones are not`,
      ],
      broken,
      unforeseen: [],
      missed:
        missing === after && after > 0 ? [] : ['Other orders are missing than the later ones.'],
    };
  },
};

async function untilRecovered({ pause }: Run, server: OwnServer): Promise<void> {
  const limit = Date.now() + RECOVERED_WITHIN_MS;
  while ((await server.ask('select pg_is_in_recovery()')) !== 'false') {
    if (Date.now() > limit) throw new Error('The recovery did not end in time.');
    await pause(100);
  }
}

/** Writes pgBackRest's configuration, and returns the settings of a server that it archives. */
async function archive(server: OwnServer, program: string) {
  const { cluster, folder, port } = server;
  const give = async (place: string) => {
    const { user } = cluster.runAs;
    if (user) await chown(place, user.uid, user.gid);
    return place;
  };
  const makeFolder = async (name: string) => {
    const place = path.join(folder, name);
    await mkdir(place, { mode: 0o700 });
    return give(place);
  };
  const write = async (name: string, text: string) => {
    const place = path.join(folder, name);
    await writeFile(place, text, { mode: 0o600 });
    return give(place);
  };
  const sockets = await makeFolder('sockets');
  const values = {
    REPOSITORY: await makeFolder('repository'),
    PASSPHRASE: randomBytes(24).toString('base64url'),
    LOGS: await makeFolder('logs'),
    LOCKS: await makeFolder('locks'),
    DATA: cluster.dir,
    PORT: String(port),
    SOCKETS: sockets,
  };
  const text = fillTemplate(await readFile(TEMPLATE, 'utf8'), values);
  const config = await write('pgbackrest.conf', text);
  const PGPASSFILE = await write('pgpass', `*:*:*:postgres:${cluster.password}\n`);
  server.cluster = { ...cluster, runAs: { ...cluster.runAs, env: { PGPASSFILE } } };
  const push = `${program} --config=${config} --stanza=${STANZA} archive-push %p`;
  const settings = {
    archive_mode: 'on',
    archive_command: push,
    unix_socket_directories: sockets,
  };
  return { config, settings };
}
