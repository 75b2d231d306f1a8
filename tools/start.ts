import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { SMALL_HEAP } from '@pos/api/small-heap.ts';
import { supervise } from './supervise.ts';

/** `npm start`: runs the product on this machine and restarts it after a crash. */
const program = fileURLToPath(new URL('start-product.ts', import.meta.url));
process.exitCode = await supervise({
  program,
  nodeArgs: SMALL_HEAP.args,
  env: { ...SMALL_HEAP.env, ...process.env },
  say: (line) => process.stdout.write(`${line}\n`),
});
