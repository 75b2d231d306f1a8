import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { simpleParser } from './simple-mail.ts';

/** `greeting` is the name with which the sender greeted the server. */
export type Received = { to: string; subject: string; text: string; raw: string; greeting: string };

/** SMTP server on loopback that keeps what it receives. */
export type MailServer = {
  url: string;
  received: Received[];
  /** Codes with which the server answers to addresses, such as 550; it takes all others. */
  answers: Map<string, number>;
  /** Addresses to which messages were offered, in order, taken or not. */
  offered: string[];
  /** Returns and removes the next message for an address; throws after 15 seconds. */
  next(to: string): Promise<Received>;
  close(): Promise<void>;
};

const LIMIT_MS = 15_000;

/** Starts an SMTP server on a free port of loopback. */
export async function openMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const answers = new Map<string, number>();
  const offered: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      offered.push(address);
      const code = answers.get(address);
      const reason = code !== undefined && code < 500 ? 'Try again later' : 'No such user here';
      done(code === undefined ? null : Object.assign(new Error(reason), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        received.push({
          to: session.envelope.rcptTo[0]?.address ?? '',
          ...simpleParser(raw),
          raw,
          greeting: session.hostNameAppearsAs,
        });
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
    answers,
    offered,
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

/** Returns the content of a message's only attachment. */
export function getAttachment({ raw }: Pick<Received, 'raw'>): Buffer {
  const [, content = ''] =
    /Content-Disposition: attachment[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? [];
  return Buffer.from(content, 'base64');
}
