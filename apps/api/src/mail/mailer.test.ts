import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMailServer } from '#testing/files/mail-server.ts';
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
  const mailer = (smtpUrl?: string) =>
    createMailer({
      publicUrl: 'https://office.example.com',
      from: 'POS Admin <office@example.com>',
      folder,
      log: (line) => said.push(line),
      ...(smtpUrl && { smtpUrl }),
    });
  const send = () => mailer().send(MESSAGE);
  const readMode = async (file: string) => (await stat(file)).mode & 0o777;

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
    expect(await readMode(folder)).toBe(0o700);
    expect(await readMode(path.join(folder, name ?? ''))).toBe(0o600);
  });

  it('keeps the link whole, whatever the names around it, and says that a machine sent it', async () => {
    const texts = [MESSAGE.text, `Hi Zoë,\n\n${MESSAGE.text}\n\nCafé Books · +1 (231) 555-0100`];
    const file = { filename: 'a.csv', content: Buffer.from('é'), contentType: 'text/csv' };
    for (const text of texts)
      for (const attachments of [[], [file]]) {
        await mailer().send({ ...MESSAGE, text, ...(attachments.length > 0 && { attachments }) });
        const [name = ''] = (await readdir(folder)).toSorted().slice(-1);
        const raw = await readFile(path.join(folder, name), 'utf8');
        expect(raw).toContain(text.replaceAll('\n', '\r\n'));
        expect(raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r\n/m);
        expect(raw).toContain(
          `Content-Transfer-Encoding: ${text === MESSAGE.text ? '7bit' : '8bit'}\r\n`,
        );
        expect(raw).toMatch(/^Auto-Submitted: auto-generated\r\n/m);
        await rm(path.join(folder, name));
      }
  });

  it('greets the mail server with the host of the product, and sends what it stores', async () => {
    const office = await openMailServer();
    try {
      const text = `Hi Zoë,\n\n${MESSAGE.text}`;
      await mailer(office.url).send({ ...MESSAGE, text });
      const mail = await office.next('dana@example.com');
      expect(mail).toMatchObject({ greeting: 'office.example.com', text: `${text}\n` });
    } finally {
      await office.close();
    }
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
