import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { openFair, startSelling } from '#testing/selling/sales-floor.ts';
import { forgetExpiredRows } from '#api/retention/forget-rows.ts';
import { mailReceipt, RECEIPT_MAIL_TASK } from './receipts.service.ts';

describe('receipts by email', async () => {
  const { test, register } = await startSelling();
  const ask = (clientOrderId: string, email = 'parent@example.com', language?: 'en' | 'es') =>
    register.pos.emailReceipt({
      body: { clientOrderId, email, ...(language && { language }) },
    });
  const waiting = async () =>
    (
      await test.db
        .selectFrom('jobs')
        .select('params')
        .where('kind', '=', RECEIPT_MAIL_TASK)
        .orderBy('createdAt')
        .execute()
    ).map(({ params }) => params);
  const texts: { to: string; subject: string; text: string }[] = [];
  const mailer = {
    send: (message: (typeof texts)[number]) => Promise.resolve(void texts.push(message)),
  };

  it('carry lines, sums and the number to come back with, and no name of a child', async () => {
    await register.addStudent('S-1', 5_000);
    const order = await register.bookByWallet('S-1');
    await ask(order.clientOrderId, 'mama@example.com', 'es');
    await ask(order.clientOrderId);
    for (const payload of await waiting())
      await mailReceipt({ db: test.db, mailer }, payload, false);
    expect(texts.map(({ to, subject }) => [to, subject.split(' ')[1]])).toEqual([
      ['mama@example.com', 'recibo'],
      ['parent@example.com', 'receipt'],
    ]);
    const [, { text } = { text: '' }] = texts;
    expect(text).toContain(`Order: ${order.orderNumber}`);
    expect(text).toContain('Total: $9.73');
    expect(text).toContain('EWallet: $9.73');
    expect(text).not.toMatch(/Robin|Pupil|S-1/);
  });

  it('are refused beyond three of an order, for an order of another fair, and for no address', async () => {
    const order = await register.book();
    await expectErrors(ask(order.clientOrderId, 'nobody'), { email: 'Invalid email address' });
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => ask(order.clientOrderId)));
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(3);
    await expectRefusal(ask(order.clientOrderId), 'RATE_LIMITED');
    await expectRefusal(ask(uuidv4()), 'NOT_FOUND');
    const elsewhere = await openFair(test);
    const { clientOrderId } = await (await elsewhere.logIn('REG-02')).book();
    await expectRefusal(ask(clientOrderId), 'NOT_FOUND');
    await register.setDevice('inactive');
    await expectRefusal(ask(order.clientOrderId), 'FORBIDDEN');
    await register.setDevice('active');
  });

  it('are refused beyond 200 of a register within a day, whose record ends with that day', async () => {
    const { id: orderId } = await register.book();
    const { clientOrderId } = await register.book();
    await sql`
      insert into receipt_emails (id, order_id, device_id)
      select gen_random_uuid(), ${orderId}, ${register.id}
      from generate_series((select count(*) from receipt_emails) + 1, 200)`.execute(test.db);
    await expectRefusal(ask(clientOrderId), 'RATE_LIMITED');
    await sql`update receipt_emails set at = at - interval '25 hours'`.execute(test.db);
    await ask(clientOrderId);
    expect(await forgetExpiredRows(test.db)).toMatchObject({ receipt_emails: 200 });
  });

  it('leave no address behind, also if the mail server never takes them', async () => {
    const payload = { orderId: uuidv4(), email: 'parent@example.com', language: 'en' };
    const [sent] = await waiting();
    const down = { send: () => Promise.reject(new Error('The mail server is away.')) };
    await expect(mailReceipt({ db: test.db, mailer: down }, sent, false)).rejects.toThrow('away');
    await mailReceipt({ db: test.db, mailer: down }, sent, true);
    // The order may be gone by then.
    await mailReceipt({ db: test.db, mailer: down }, payload, false);
    const columns = Object.keys(
      await test.db.selectFrom('receiptEmails').selectAll().executeTakeFirstOrThrow(),
    );
    expect(columns.toSorted()).toEqual(['at', 'deviceId', 'id', 'orderId']);
  });
});
