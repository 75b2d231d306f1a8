import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { expectErrors } from '#testing/calls/expectations.ts';
import { HUNGER, openFair, PENCIL, STRAY, startSelling } from '#testing/selling/sales-floor.ts';

describe("a register's data", async () => {
  const { test, floor, register } = await startSelling();
  const catalog = async (since?: string) =>
    (await register.pos.catalog({ query: { ...(since !== undefined && { since }) } })).data;

  it('is its fair, its settings, and every title with price and stock', async () => {
    const title = await test.db
      .updateTable('titles')
      .set({ author: 'Cat Stevens' })
      .where('sku', '=', STRAY)
      .returning('id')
      .executeTakeFirstOrThrow();
    const pictureId = uuidv7();
    await test.db
      .insertInto('titlePictures')
      .values({
        id: pictureId,
        titleId: title.id,
        image: Buffer.from('cover'),
        fileName: 'cover.jpg',
        uploadedBy: test.ownerId,
      })
      .execute();
    const { fair, settings, titles } = await catalog();
    expect(fair).toMatchObject({
      identifier: floor.fair.identifier,
      taxRatePpm: 82_500,
      factsEnabled: true,
      schoolTaxExempt: false,
    });
    expect(fair.sellingFrom < fair.startDate && fair.sellingTo > fair.endDate).toBe(true);
    expect(settings).toMatchObject({
      maxCheckOverageCents: 2_000,
      ewalletMinTopUpCents: 1_000,
      lastCopyThreshold: 1,
    });
    expect(titles.find(({ sku }) => sku === HUNGER)).toEqual({
      sku: HUNGER,
      isbn13: HUNGER,
      upc: null,
      title: 'The Arena',
      category: 'Teen',
      priceCents: 899,
      taxable: true,
      onHand: 20,
      shipAvailable: 0,
      active: true,
    });
    const stray = { author: 'Cat Stevens', pictureId, priceCents: 500, onHand: 0, active: true };
    expect(titles.find(({ sku }) => sku === STRAY)).toMatchObject(stray);
  });

  it('has the AveDollars of the school, less those spent', async () => {
    await floor.earnAveDollars(2_000);
    const balance = async () => (await register.pos.aveDollars()).data;
    expect(await balance()).toEqual({ balanceCents: 2_000 });
    const amountCents = (await register.book({ customerType: 'school', payments: [{ method: 6 }] }))
      .totalCents;
    expect(await balance()).toEqual({ balanceCents: 2_000 - amountCents });
  });

  it('is updated by the changes since the last catalog', async () => {
    const { cursor } = await catalog();
    await register.book({ lines: [{ sku: PENCIL, quantity: 4 }] });
    const changed = await catalog(cursor);
    expect(changed.titles).toMatchObject([{ sku: PENCIL, onHand: 46 }]);
    expect((await catalog(changed.cursor)).titles).toEqual([]);
    await expectErrors(catalog('yesterday'), { since: 'Send the cursor of the last catalog.' });
  });

  it('misses nothing that was still being written when the cursor was issued', async () => {
    const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = test.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('titles')
        .set({ priceCents: 501, updatedAt: new Date().toISOString() })
        .where('sku', '=', STRAY)
        .execute();
      begun.resolve();
      await written.promise;
    });
    await begun.promise;
    const { cursor } = await catalog();
    written.resolve();
    await slow;
    expect((await catalog(cursor)).titles).toMatchObject([{ sku: STRAY, priceCents: 501 }]);
  });

  it('is not sent again if nothing changed', async () => {
    const get = (headers = {}) =>
      test.send(register.token)('/v1/pos/catalog', { method: 'GET', headers });
    const known = { 'if-none-match': (await get()).headers.get('etag')! };
    const again = await get(known);
    expect([again.status, await again.text()]).toEqual([304, '']);
    await register.book();
    expect((await get(known)).status).toBe(200);
  });

  it('includes the students of its school by number, name, grade and teacher, with their eWallets', async () => {
    await register.addStudent('S-77', 1_500);
    await register.addStudent('S-78');
    const elsewhere = await openFair(test);
    await (await elsewhere.logIn('REG-02')).addStudent('S-77');
    const find = async (search?: string) =>
      (await register.pos.students({ query: { ...(search !== undefined && { search }) } })).data;
    expect(await find('robin 77')).toEqual([
      {
        studentNumber: 'S-77',
        firstName: 'Robin',
        lastName: 'Pupil S-77',
        grade: '3',
        teacher: 'Ms. Oak',
        walletBalanceCents: 1_500,
        walletStatus: 'active',
        formerNumbers: [],
      },
    ]);
    expect((await find('oak')).map(({ studentNumber }) => studentNumber)).toEqual(['S-77', 'S-78']);
    expect(await find('S-7%')).toEqual([]);
    expect(await find()).toHaveLength(2);
  });
});
