import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { createFile } from '@pos/basics/durable-file';

/** A message to a person: plain text with a link on its own line, and attachments. */
export type Message = {
  to: string;
  subject: string;
  text: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
  /** Further headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>;
};

export type MailOptions = {
  /**
   * smtp:// or smtps://. Missing: messages are written as .eml files to `folder` and their paths
   * are logged.
   */
  smtpUrl?: string;
  from: string;
  folder: string;
  log: (line: string) => void;
};

/** Folder of messages in the data folder, readable only by its owner. */
export function mailFolder(dataDir: string): string {
  return path.join(dataDir, 'mail');
}

export type Mailer = { send(message: Message): Promise<void> };

const TIMEOUT_MS = 20_000;

/**
 * Sends email over SMTP, or stores it as files if no server is configured. Throws if the server
 * rejects the message.
 */
export function createMailer({ smtpUrl, from, folder, log }: MailOptions): Mailer {
  const transport = smtpUrl
    ? createTransport(smtpUrl, {
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      } as Parameters<typeof createTransport>[1])
    : undefined;
  return {
    async send(message) {
      const raw = await compose(message, from);
      if (transport)
        await transport.sendMail({ envelope: { from: addressOf(from), to: message.to }, raw });
      else await keep(raw, message, folder, log);
    },
  };
}

async function keep(
  raw: string,
  { to }: Message,
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A folder created by an earlier version may be readable by others.
  await chmod(folder, 0o700);
  const file = path.join(
    folder,
    `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`,
  );
  await createFile(file, raw);
  log(`Email to ${to} was saved in ${file}`);
}

/** Retention in ms. No link in a message is valid for longer than 3 days. */
const KEPT_MS = 7 * 86_400_000;

/** Interval of deleting old messages, in ms. */
const FORGET_EVERY_MS = 3_600_000;

/**
 * Deletes old message files now and then until the returned function is called. Each process looks
 * after its own folder, which no other may reach.
 */
export function keepForgettingMail(folder: string): () => void {
  const forget = () => void forgetOldMail(folder).catch(() => undefined);
  forget();
  const forgetting = setInterval(forget, FORGET_EVERY_MS);
  return () => clearInterval(forgetting);
}

/** Deletes message files older than 7 days. Other files in the folder stay. */
export async function forgetOldMail(folder: string, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((file) => file.endsWith('.eml'))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < now - KEPT_MS) await rm(file, { force: true });
  }
}

/** Deletes message files with an attachment, such as a report. Other messages stay. */
export async function forgetMailWithFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(unlessGone([]));
  for (const name of names.filter((file) => file.endsWith('.eml'))) {
    const file = path.join(folder, name);
    const text = await readFile(file, 'latin1').catch(unlessGone(''));
    if (/^Content-Disposition: attachment/im.test(text)) await rm(file, { force: true });
  }
}

/** Returns `none` for a file or folder that is gone. Throws every other error. */
function unlessGone<None>(none: None): (error: NodeJS.ErrnoException) => None {
  return (error) => {
    if (error.code !== 'ENOENT') throw error;
    return none;
  };
}

/**
 * Composes the message as sent. Plain ASCII stays 7bit, so that a long link stays in one piece;
 * anything else is quoted-printable.
 */
async function compose(message: Message, from: string): Promise<string> {
  const { message: composed } = await composer.sendMail({
    ...message,
    from,
    textEncoding: 'quoted-printable',
  });
  const quoted = composed.toString();
  if (message.attachments || !/^[\x20-\x7e\n]*$/.test(message.text)) return quoted;
  const head = quoted
    .slice(0, quoted.indexOf('\r\n\r\n'))
    .replace(/^Content-Transfer-Encoding:.*$/im, 'Content-Transfer-Encoding: 7bit');
  return `${head}\r\n\r\n${message.text.replaceAll('\n', '\r\n')}\r\n`;
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
}
