import { backgroundTasks } from '#api/start/job-tasks.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';
import { createMailer } from '#api/mail/mailer.ts';
import { openMailServer, type MailServer } from './mail-server.ts';
import type { TestApp } from '../app/test-app.ts';

export const PUBLIC_URL = 'https://office.example.com';

/**
 * Starts an SMTP server on loopback and sends the product's mail to it until the test file ends.
 */
export async function openPostOffice(test: TestApp): Promise<MailServer> {
  const server = await openMailServer();
  const mailer = createMailer({
    publicUrl: PUBLIC_URL,
    smtpUrl: server.url,
    from: 'POS Admin <office@example.com>',
    folder: '/nonexistent',
    log: () => undefined,
  });
  const log = { warn: () => undefined, error: () => undefined };
  const jobs = await startJobs({
    db: test.db,
    tasks: {},
    backgroundTasks: backgroundTasks(
      { db: test.db, mailer, linkKey: test.secrets.linkKey, publicUrl: PUBLIC_URL },
      {},
    ),
    log,
  });
  test.atEnd(async () => {
    await jobs.stop();
    await server.close();
  });
  return server;
}
