import { describe, expect, it } from 'vitest';
import { byWallet, openFair, PENCIL } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const CARD = { method: 1, cardLast4: '4421' } as const;

describe('a search for four digits', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const register = await floor.logIn('REG-DIGITS');
  await register.addStudent('S-144210', 5_000);

  const sell = async (wish: object = {}) =>
    (await register.book({ lines: [{ sku: PENCIL }], ...wish })).orderNumber;
  /** Gives an order the number that it would have at a fair with this identifier. */
  const sellAt = async (identifier: string) => {
    const number = await sell();
    const moved = `${identifier}-${number.split('-').at(-1)!}`;
    await test.db
      .updateTable('orders')
      .set({ orderNumber: moved })
      .where('orderNumber', '=', number)
      .execute();
    return moved;
  };
  const orders = async (search: string) => {
    const { results } = await test.ask.orders.list({ query: { search } });
    return results.map(({ orderNumber }) => orderNumber).toSorted();
  };
  /** Orders of the payments found, without the top-ups that students paid. */
  const payments = async (search: string) => {
    const { results } = await test.ask.payments.list({ query: { search } });
    return results.flatMap(({ orderNumber }) => orderNumber ?? []).toSorted();
  };

  it('finds parts of order and student numbers if no card has them, then only the card', async () => {
    const ofSchool = await sellAt('SEA4421');
    const ofStudent = await sell(byWallet('S-144210'));
    expect(await orders('4421')).toEqual([ofSchool, ofStudent].toSorted());
    expect(await payments('4421')).toEqual([ofSchool, ofStudent].toSorted());

    const byCard = await sell({ payments: [CARD] });
    expect(await orders('4421')).toEqual([byCard]);
    expect(await payments('4421')).toEqual([byCard]);
    expect(await orders('SEA4421')).toEqual([ofSchool]);
  });

  it('finds an order by the end of its number although a card has them', async () => {
    const wanted = await sell();
    const digits = wanted.slice(-4);
    const byCard = await sell({ payments: [{ ...CARD, cardLast4: digits }] });
    expect(await orders(digits)).toEqual([wanted, byCard].toSorted());
    expect(await payments(digits)).toEqual([wanted, byCard].toSorted());
  });

  it('finds the orders of a student whose whole number they are', async () => {
    await register.addStudent('7702', 5_000);
    const ofStudent = await sell(byWallet('7702'));
    const byCard = await sell({ payments: [{ ...CARD, cardLast4: '7702' }] });
    expect(await orders('7702')).toEqual([ofStudent, byCard].toSorted());
    expect(await payments('7702')).toEqual([ofStudent, byCard].toSorted());
  });
});
