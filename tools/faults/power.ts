import { inWords } from '../office/steps.ts';
import { OwnServer } from './own-server.ts';
import { inTime, type Part, sumUp } from './part.ts';
import { cutPower, makeUnsyncedLayer } from './power-cut.ts';
import { Selling } from './selling.ts';

const REGISTERS = 3;
/** Sales before each cut, in milliseconds. */
const SELLING_MS = 5_000;
const CUTS = 4;
/**
 * Settings under which the server writes data pages all the time, which nothing syncs before the
 * next checkpoint. Usually they stay in memory until then.
 */
const WRITES_EARLY = {
  shared_buffers: '4MB',
  bgwriter_delay: '10ms',
  bgwriter_lru_maxpages: '1000',
  bgwriter_lru_multiplier: '10',
};
/** Time for the last process of a killed server to be gone. */
const GONE_MS = 1_000;

/**
 * Cuts the power of the database's machine while registers sell: kills everything and drops writes
 * that were not synced. At the end once with fsync off, which must lose acknowledged orders.
 */
export const power: Part = {
  name: 'power',
  does: 'unsynced writes dropped as by a power failure: orders are lost with fsync off, none with it on',
  run: async (run) => {
    const server = await OwnServer.make(run);
    const layer = await makeUnsyncedLayer(server.folder, server.cluster.dir);
    const { runAs } = server.cluster;
    server.cluster = { ...server.cluster, runAs: { ...runAs, env: layer.env } };
    await server.launch(WRITES_EARLY);
    const ground = await server.openGround(run, 'power');
    const { product, random } = ground;
    const selling = await Selling.open(ground, 'POWER', { registers: REGISTERS });
    const cut = async (isDropped: () => boolean) => {
      await Promise.all([product.end('SIGKILL'), server.kill()]);
      await run.pause(GONE_MS);
      return cutPower(layer, isDropped);
    };
    const restart = async () => {
      await server.launch(WRITES_EARLY);
      product.begin();
      await product.untilReady();
    };

    selling.begin();
    for (let number = 1; number <= CUTS; number++) {
      await run.pause(SELLING_MS);
      // Disks lose all that was not synced, or single pages of it.
      const share = number % 2 === 1 ? 1 : 0.5;
      const isChecked = number > 2;
      // Writes all data files, which the cut interrupts.
      if (isChecked) void server.ask('checkpoint').catch(() => undefined);
      if (isChecked) await run.pause(40);
      const { dropped, kept, shortened } = await cut(() => random.chance(share));
      const begun = performance.now();
      await restart();
      run.log(
        `fsync on, cut ${number}${isChecked ? ' during a checkpoint' : ''}: ${dropped} unsynced pages dropped, ${kept} kept, ${shortened} files shortened; ready after ${inTime(performance.now() - begun)}`,
      );
    }
    await run.pause(SELLING_MS);
    await selling.end();
    const lost = await selling.lost();
    const sales = await selling.conclude();

    await server.ask('alter system set fsync = off', 'select pg_reload_conf()');
    const unsafe = await Selling.open(ground, 'UNSAFE', { registers: REGISTERS });
    unsafe.begin();
    await run.pause(SELLING_MS);
    unsafe.stop();
    const { dropped } = await cut(() => true);
    // Unsent orders come back with the next try; only the journals know the acknowledged ones.
    const result = await server.launch({ ...WRITES_EARLY, fsync: 'on' }).then(
      async () => ({ lost: (await unsafe.lost()).length }),
      (error) => ({ lost: Infinity, reason: inWords(error).split('\n')[0] }),
    );
    const { reason } = { reason: `${result.lost} acknowledged orders are lost`, ...result };
    run.log(`fsync off: ${dropped} unsynced pages dropped; ${reason}`);
    const missed = 'Nothing was lost with fsync off, so the cut proves nothing.';
    return sumUp(sales, { broken: lost, missed: result.lost > 0 ? [] : [missed] });
  },
};
