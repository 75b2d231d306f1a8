import { EventEmitter, once } from 'node:events';
import process from 'node:process';
import { keepHeapSmall } from '#api/start/small-heap.ts';
import type { DemoSignIn } from '#api/http/pages/web-app.ts';
import {
  ALIVE_EVERY_MS,
  type PrimaryMessage,
  type Question,
  type WorkerMessage,
  type WorkerSetup,
} from './start-workers.ts';

/** One of several processes that serve the same address; started by start-workers.ts. */
keepHeapSmall(process.env);

/** Time after which a question counts as unanswered, in ms. */
const ANSWER_MS = 6_000;

const answers = new EventEmitter();
/** The first process may have ended; then this one ends too. */
const tell = (message: WorkerMessage) => process.send?.(message, undefined, {}, () => undefined);
const log = (line: string) => process.stderr.write(`${line}\n`);

/** Returns the answer of the first process. */
async function ask(question: Question): Promise<unknown> {
  const answer = once(answers, question, { signal: AbortSignal.timeout(ANSWER_MS) });
  tell({ ask: question });
  return ((await answer) as [unknown])[0];
}

let isServing = false;
process.on('message', (message: PrimaryMessage) => {
  // Before it serves, there is nothing to finish.
  if ('stop' in message) {
    if (isServing) process.emit('SIGTERM');
    else process.exit(0);
  }
  if ('answerTo' in message) answers.emit(message.answerTo, message.value);
  if (!('serve' in message)) return;
  serve(message.serve).catch((error: unknown) => {
    tell({ failed: (error as Error).message });
    process.exitCode = 1;
    process.disconnect?.();
  });
});

async function serve({ secretKey, ...setup }: WorkerSetup): Promise<void> {
  const [{ startServer }, { readSecrets }, { stopWithParent }] = await Promise.all([
    import('#api/start/serve-product.ts'),
    import('../secrets.ts'),
    import('#api/start/stop-on-signals.ts'),
  ]);
  const server = await startServer({
    ...setup,
    secrets: await readSecrets('', secretKey),
    demoSignIn: async () =>
      (await ask('demo sign-in').catch(() => undefined)) as DemoSignIn | undefined,
    readWorkers: async () => (await ask('metrics')) as string | undefined,
    log,
  });
  stopWithParent(() => server.stop());
  isServing = true;
  tell({ address: await server.listen() });
  setInterval(() => tell({ isAlive: true }), ALIVE_EVERY_MS).unref();
}
