import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { createFile } from '../durable-file.ts';

/** A message as people read it: plain text, a link on a line of its own, and files that go with it. */
export type Message = { to: string; subject: string; text: string; attachments?: { filename: string; content: Buffer; contentType: string }[] };

export type MailOptions = {
  /** smtp:// or smtps://; absent: messages are written as .eml files to `folder` and their links told to `log`. */
  smtpUrl?: string;
  from: string;
  folder: string;
  log: (line: string) => void;
};

export type Mailer = { send(message: Message): Promise<void> };

const TIMEOUT_MS = 20_000;

/** Sends mail over SMTP, or keeps it as files where no server is set. Throws where the server does not take the message. */
export function createMailer({ smtpUrl, from, folder, log }: MailOptions): Mailer {
  const transport = smtpUrl
    ? createTransport(smtpUrl, { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS } as Parameters<typeof createTransport>[1])
    : undefined;
  return {
    async send(message) {
      const raw = await compose(message, from);
      if (transport) await transport.sendMail({ envelope: { from: addressOf(from), to: message.to }, raw });
      else await keep(raw, message, folder, log);
    },
  };
}

async function keep(raw: string, { to, text }: Message, folder: string, log: (line: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`);
  await createFile(file, raw);
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  log(`Mail for ${to} is in ${file}${link ? `: ${link}` : ''}`);
}

/** The message as it goes over the wire. Plain ASCII is sent as it is (7bit), so that a long link stays in one piece; anything else as quoted-printable. */
async function compose(message: Message, from: string): Promise<string> {
  const { message: composed } = await composer.sendMail({ ...message, from, textEncoding: 'quoted-printable' });
  const quoted = composed.toString();
  if (message.attachments || !/^[\x20-\x7e\n]*$/.test(message.text)) return quoted;
  const head = quoted.slice(0, quoted.indexOf('\r\n\r\n')).replace(/^Content-Transfer-Encoding:.*$/im, 'Content-Transfer-Encoding: 7bit');
  return `${head}\r\n\r\n${message.text.replaceAll('\n', '\r\n')}\r\n`;
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
}
