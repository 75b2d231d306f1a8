import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { Channel } from './channel.ts';
import { watchForHang } from './hang-watch.ts';

const ANSWERS = `process.on('message', ({ id }) => process.send({ answerTo: id, value: true }));
  process.send({ isUp: true });`;

it('leaves a process alone that answers, and reports it once it hangs', async () => {
  const child = spawn(process.execPath, ['-e', ANSWERS], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const channel = new Channel(child, {});
  const onHang = vi.fn();
  const onOther = vi.fn();
  watchForHang(channel, onHang, 150);
  const end = watchForHang(channel, onOther, 150);
  await vi.waitFor(async () => expect(await channel.ask('alive')).toBe(true), { timeout: 20_000 });
  await pause(1_000);
  expect(onHang).not.toHaveBeenCalled();
  end();
  child.kill('SIGSTOP');
  await vi.waitFor(() => expect(onHang).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  expect(onOther).not.toHaveBeenCalled();
  child.kill('SIGKILL');
  await once(child, 'exit');
});
