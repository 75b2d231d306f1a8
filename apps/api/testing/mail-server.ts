import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { fromQuotedPrintable, simpleParser } from './simple-mail.ts';

export type Received = { to: string; subject: string; text: string; raw: string };

/** SMTP server on loopback that keeps what it receives. */
export type MailServer = {
  url: string;
  received: Received[];
  /** Returns and removes the next message for an address; throws after 15 seconds. */
  next(to: string): Promise<Received>;
  close(): Promise<void>;
};

const LIMIT_MS = 15_000;

/** Starts an SMTP server on a free port of loopback. */
export async function openMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', ...simpleParser(raw), raw });
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () =>
      resolve((listening.address() as { port: number }).port),
    );
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async next(to) {
      const limit = Date.now() + LIMIT_MS;
      for (;;) {
        const at = received.findIndex((message) => message.to === to);
        const [message] = at < 0 ? [] : received.splice(at, 1);
        if (message) return message;
        if (Date.now() > limit) throw new Error(`No mail for ${to} yet.`);
        await pause(25);
      }
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** Decodes the quoted-printable text of a message with attachments. */
export function decodedText({ raw }: Pick<Received, 'raw'>): string {
  return fromQuotedPrintable(raw);
}

/** Returns the content of a message's only attachment. */
export function getAttachment({ raw }: Pick<Received, 'raw'>): Buffer {
  const [, content = ''] =
    /Content-Disposition: attachment[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? [];
  return Buffer.from(content, 'base64');
}
