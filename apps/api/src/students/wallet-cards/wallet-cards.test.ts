import { walletCardsApi } from '@pos/contract/students/wallet-cards';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { readPdf, seenPage } from '#testing/files/pdf-pages.ts';
import { download } from '#testing/calls/downloads.ts';
import { PENCIL, startSelling } from '#testing/selling/sales-floor.ts';
import { drawCards, type CardSheet } from './wallet-cards-worker.ts';

describe('wallet cards', async () => {
  const { test, floor, register } = await startSelling();
  for (let number = 1; number <= 11; number++)
    await register.addStudent(`CARD-${number}`, number === 11 ? 2_000 : 0);
  const students = await test.db.selectFrom('students').select('id').orderBy('id').execute();
  const ids = students.map(({ id }) => id);
  const print = async (chosen: string[], names?: 'true') => {
    const query = { ids: chosen, ...(names && { names }) };
    return (await download(test, walletCardsApi.print, { query })).bytes;
  };

  it('print ten to a page, with a name only if asked for', async () => {
    const { pages } = await readPdf(await print(ids));
    expect(pages).toHaveLength(2);
    expect(pages.join('\n')).toContain('CARD-11');
    expect(pages.join('\n')).not.toContain('Robin');
    const named = (await readPdf(await print(ids.slice(0, 1), 'true'))).pages.join('\n');
    expect(named).toContain('Robin Pupil CARD-1');
  });

  it('carry the student number in a code with which a register finds the student and sells', async () => {
    const scanned = decodeQR(await seenPage(await print(ids.slice(10, 11)), 1, 2));
    expect(scanned).toBe('CARD-11');
    const { data } = await register.pos.students({ query: { search: scanned } });
    expect(data).toMatchObject([
      { studentNumber: scanned, lastName: 'Pupil CARD-11', walletBalanceCents: 2_000 },
    ]);
    const order = await register.bookByWallet(scanned, { lines: [{ sku: PENCIL, quantity: 2 }] });
    expect(order).toMatchObject({ status: 'completed', studentNumber: scanned });
    expect(await floor.walletCents(scanned)).toBe(2_000 - order.totalCents);
  });

  it('spoil no other sheet by one that cannot be drawn, and are drawn one after the other', async () => {
    const sheet = (hasNames: boolean) => ({
      cards: [{ studentNumber: 'CARD-1', name: 'Robin Pupil', schoolName: 'Maple' }],
      companyName: 'Fairs',
      hasNames,
    });
    const broken = { ...sheet(true), cards: [null] } as unknown as CardSheet;
    const drawn = await Promise.allSettled([sheet(true), broken, sheet(false)].map(drawCards));
    expect(drawn.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('are refused for an erased student and for too many at once', async () => {
    const body = { confirm: 'CARD-1', reason: 'Asked for.' };
    await test.owner.students.erase({ params: { id: ids[0]! }, body });
    await expectRefusal(print(ids.slice(0, 1)), 'NOT_FOUND');
    const many = Array.from({ length: 101 }, () => ids[1]!);
    await expectErrors(print(many), { ids: 'Choose at most 100 students.' });
  });
});
