import process from 'node:process';
import { keepHeapSmall } from '#api/start/small-heap.ts';
import { ALIVE } from './hang-watch.ts';
import type { Measurements } from '../metrics/metrics.ts';
import type { PrimaryMessage, WorkerSetup, WorkerMessage } from './worker-messages.ts';

/** One of several processes that serve the same address; started by start-workers.ts. */
keepHeapSmall(process.env);

const tell = (message: WorkerMessage) => process.send?.(message);
const log = (line: string) => process.stderr.write(`${line}\n`);

let isServing = false;
process.on('message', (message: PrimaryMessage) => {
  // Before it serves, there is nothing to finish.
  if ('stop' in message) {
    if (isServing) process.emit('SIGTERM');
    else process.exit(0);
  }
  if (!('serve' in message)) return;
  serve(message.serve).catch((error: unknown) => {
    tell({ failed: (error as Error).message });
    process.exitCode = 1;
    process.disconnect?.();
  });
});

async function serve({
  config,
  url,
  directUrl,
  secretKey,
  webDir,
  checkResponses,
}: WorkerSetup): Promise<void> {
  const [{ startServer }, { readSecrets }, { stopWithParent }, { Channel }] = await Promise.all([
    import('#api/start/serve-product.ts'),
    import('../secrets.ts'),
    import('#api/start/stop-on-signals.ts'),
    import('./channel.ts'),
  ]);
  const channel: InstanceType<typeof Channel> = new Channel(process, {
    'own measurements': async () => server.ownMeasurements(),
    [ALIVE]: async () => true,
  });
  const server = await startServer({
    config,
    url,
    directUrl,
    secrets: await readSecrets('', secretKey),
    checkResponses,
    ...(webDir !== undefined && { webDir }),
    demoSignIn: async () => (await channel.ask('demo sign-in')) as { email: string } | undefined,
    readMeasurements: async () => ((await channel.ask('measurements')) ?? []) as Measurements[],
    log,
  });
  stopWithParent(() => server.stop());
  isServing = true;
  const address = await server.listen();
  tell({ isUp: true, address });
}
