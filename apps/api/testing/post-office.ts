import { simpleParser } from './simple-mail.ts';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';
import { backgroundTasks } from '#api/job-tasks.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';
import { createMailer } from '#api/mail/mailer.ts';
import type { TestApp } from './test-app.ts';

export const PUBLIC_URL = 'https://office.example.com';
export type Received = { to: string; subject: string; text: string; raw: string };

/**
 * Starts an SMTP server on loopback and sends the product's mail to it until the test file ends.
 */
export async function openPostOffice(
  test: TestApp,
): Promise<{ next(to: string): Promise<Received>; received: Received[] }> {
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
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'POS Admin <office@example.com>',
    folder: '/nonexistent',
    log: () => undefined,
  });
  const log = { warn: () => undefined, error: () => undefined };
  const jobs = await startJobs({
    connectionString: test.url,
    db: test.db,
    tasks: {},
    backgroundTasks: backgroundTasks(
      { db: test.db, mailer, linkKey: test.secrets.linkKey, publicUrl: PUBLIC_URL },
      test,
    ),
    log,
  });
  test.atEnd(async () => {
    await jobs.stop();
    await new Promise<void>((resolve) => server.close(resolve));
  });
  return {
    received,
    /** Returns and removes the next message for an address. */
    next: (to) =>
      vi.waitFor(
        () => {
          const at = received.findIndex((message) => message.to === to);
          const [message] = at < 0 ? [] : received.splice(at, 1);
          if (!message) throw new Error(`No mail for ${to} yet.`);
          return message;
        },
        { timeout: 15_000, interval: 25 },
      ),
  };
}
