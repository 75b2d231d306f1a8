import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailer, forgetOldMail, mailFolder } from './mailer.ts';

const MESSAGE = {
  to: 'dana@example.com',
  subject: 'Set up your POS Admin account',
  text: 'Set your password here:\n\nhttps://office.example.com/setup-password?token=a-secret-token',
};

describe('mail without a mail server', () => {
  let dataDir: string;
  let folder: string;
  const said: string[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'pos-admin-mail-'));
    folder = mailFolder(dataDir);
    said.length = 0;
  });
  afterEach(() => rm(dataDir, { recursive: true }));
  const send = () =>
    createMailer({
      from: 'POS Admin <office@example.com>',
      folder,
      log: (line) => said.push(line),
    }).send(MESSAGE);
  const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

  it('logs the path of the file, and never the link in it', async () => {
    await send();
    const [name] = await readdir(folder);
    expect(said).toEqual([
      `Email to dana@example.com was saved in ${path.join(folder, name ?? '')}`,
    ]);
  });

  it('stores messages readable only by their owner, even in a folder of an earlier version', async () => {
    await mkdir(folder, { mode: 0o755 });
    await send();
    const [name] = await readdir(folder);
    expect(await modeOf(folder)).toBe(0o700);
    expect(await modeOf(path.join(folder, name ?? ''))).toBe(0o600);
  });

  it('deletes messages after a week, and nothing else', async () => {
    await send();
    await send();
    const [old = ''] = await readdir(folder);
    await writeFile(path.join(folder, 'notes.txt'), 'of the operator');
    const then = new Date(Date.now() - 8 * 86_400_000);
    for (const name of [old, 'notes.txt']) await utimes(path.join(folder, name), then, then);
    await forgetOldMail(folder);
    const left = await readdir(folder);
    expect(left).toHaveLength(2);
    expect(left).toContain('notes.txt');
    expect(left).not.toContain(old);
  });
});
