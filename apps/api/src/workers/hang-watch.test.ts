import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { watchForHang } from './start-workers.ts';

const ALIVE = `process.on('disconnect', process.exit);
  setInterval(() => process.send({ isAlive: true }), 20);`;

it('leaves a process alone that says that it is alive, and reports it once it hangs', async () => {
  const child = spawn(process.execPath, ['-e', ALIVE], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const onHang = vi.fn();
  watchForHang(child, onHang, 200);
  await pause(3_000);
  expect(onHang).not.toHaveBeenCalled();
  child.kill('SIGSTOP');
  await vi.waitFor(() => expect(onHang).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  child.kill('SIGKILL');
  await once(child, 'exit');
});
