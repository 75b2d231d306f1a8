import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildWebIfStale } from '../setup/build-web.ts';
import { Cluster } from './cluster.ts';

const USAGE = `npm run cluster -- [--folder .cluster] [--verbose]

Starts three members of etcd, three PostgreSQL 15 servers under Patroni, HAProxy and two processes of the product on this
machine, on 127.0.0.1 only, with the data in one folder, until Ctrl-C or SIGTERM. The programs are Debian's:

  apt-get install --no-install-recommends etcd-server patroni haproxy postgresql-15

docs/cluster.md says how to do the same on several machines.`;

/** `npm run cluster`: runs a whole cluster on this machine. */
try {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: '.cluster' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(USAGE);
  else await run(path.resolve(values.folder), values.verbose);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(folder: string, isVerbose: boolean): Promise<void> {
  const say = (line: string) => console.log(line);
  const stopping = new AbortController();
  const stopped = untilSignal().then(() =>
    stopping.abort(new Error('Stopped before it was ready.')),
  );
  const env = { WEB_DIR: buildWebIfStale(say), LOG_LEVEL: 'warn' };
  say(`Starting the cluster in ${folder}. This takes half a minute.`);
  // The product prints the password of the first owner.
  const log = (line: string) => {
    if (isVerbose || /^api .*First owner/.test(line)) say(line);
  };
  const cluster = await Cluster.start(folder, { env, log, signal: stopping.signal });
  say(`POS Admin is running at ${cluster.url}`);
  say(
    `Primary: ${await cluster.findMember('leader')}; synchronous standby: ${await cluster.findMember('sync_standby')}`,
  );
  say('Ctrl-C stops everything.');
  await stopped;
  say('Stopping…');
  await cluster.stop();
  say('Stopped.');
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP. Later ones wait too, for nothing may be left running. */
function untilSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => resolve());
  return promise;
}
