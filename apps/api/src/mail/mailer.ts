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

/** Thrown if the mail server refuses a message for good. Sending it again would not help. */
export class MailRefused extends Error {
  /** Last answer of the server, in one line of at most 200 characters: "550 No such user". */
  readonly answer: string;
  constructor(response: string) {
    super('The mail server refused an email.');
    this.answer = response
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim()
      .slice(0, 200);
  }
}

export type MailOptions = {
  /**
   * smtp:// or smtps://. Missing: messages are written as .eml files to `folder` and their paths
   * are logged.
   */
  smtpUrl?: string;
  /** Address of the product, whose host greets the mail server. */
  publicUrl: string;
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
 * Sends email over SMTP, or stores it as files if no server is configured. Throws `MailRefused` if
 * the server refuses the message for good, and another error if it may take it later.
 */
export function createMailer({ smtpUrl, publicUrl, from, folder, log }: MailOptions): Mailer {
  const transport = smtpUrl
    ? createTransport({
        url: smtpUrl,
        ...greetingName(publicUrl),
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      })
    : undefined;
  return {
    async send(message) {
      const raw = await compose(message, from);
      if (!transport) return keep(raw, message, folder, log);
      // The name of a person may need eight bits.
      const envelope = { from: toAddress(from), to: message.to, use8BitMime: true };
      await transport.sendMail({ envelope, raw }).catch((error: SmtpError) => {
        // Without its cause, which names the address and would be logged.
        throw isRefusal(error) ? new MailRefused(error.response ?? '') : error;
      });
    },
  };
}

type SmtpError = Error & { permanent?: boolean; command?: string; response?: string };

/**
 * Returns true for a permanent answer (5xx) about the recipient or the message. One about the
 * account or the sender is the operator's to correct, so the message is tried again.
 */
function isRefusal({ permanent = false, command = '' }: SmtpError): boolean {
  return permanent && (command === 'RCPT TO' || command === 'DATA');
}

/** Returns the host of the product as the name of the greeting; nothing if it is no domain name. */
function greetingName(publicUrl: string): { name?: string } {
  const { hostname } = new URL(publicUrl);
  return /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]*$/i.test(hostname) ? { name: hostname } : {};
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
 * Composes the message as sent. Its text is 7bit, or 8bit if it is not plain ASCII: in any other
 * encoding a link that is copied from a file of the mail folder would be broken.
 */
async function compose(message: Message, from: string): Promise<string> {
  const mark = randomUUID();
  const { message: composed } = await composer.sendMail({
    ...message,
    headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
    text: mark,
    from,
  });
  const [head = '', rest = ''] = composed.toString().split(mark);
  const at = head.lastIndexOf(SEVEN_BIT);
  const encoding = /^[\x20-\x7e\n]*$/.test(message.text) ? SEVEN_BIT : EIGHT_BIT;
  const text = message.text.replaceAll('\n', '\r\n');
  return `${head.slice(0, at)}${encoding}${head.slice(at + SEVEN_BIT.length)}${text}${rest}`;
}

const SEVEN_BIT = 'Content-Transfer-Encoding: 7bit';
const EIGHT_BIT = 'Content-Transfer-Encoding: 8bit';

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

function toAddress(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
}
