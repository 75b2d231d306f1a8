import { cartonsApi } from '@pos/contract/stock/cartons';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#testing/app/test-app.ts';
import { download } from '#testing/calls/downloads.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { readPdf } from '#testing/files/pdf-pages.ts';
import { readPrintedCodes } from '#testing/files/printed-codes.ts';
import { CartonDesk } from '#testing/selling/carton-desk.ts';
import { packedRow, packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';

describe('carton labels', async () => {
  const test = await startTestApp();
  const desk = new CartonDesk(test);
  const print = async (id: string, query: { paper?: 'label' | 'letter'; carton?: string } = {}) =>
    (await download(test, cartonsApi.labels, { params: { id }, query })).bytes;

  it('name fair, school, carton n of m and content, with a code that scanners read in two forms', async () => {
    const fair = await desk.packedFair('LABEL');
    const pdf = await print(fair.id);
    const { pages } = await readPdf(pdf);
    expect(pages).toHaveLength(4);
    for (const text of [fair.name, fair.schoolName, fair.identifier, '2 of 4', '2 titles'])
      expect(pages[1]).toContain(text);
    expect(pages[1]).toContain('10 units');
    expect(await readPrintedCodes(pdf, 2)).toEqual(['Code128 LABEL-C2', 'QRCode LABEL-C2']);

    const letter = await print(fair.id, { paper: 'letter' });
    expect((await readPdf(letter)).pages).toHaveLength(1);
    expect(await readPrintedCodes(letter, 1)).toEqual(
      ['Code128', 'QRCode'].flatMap((format) =>
        ['C1', 'C10', 'C2', 'C3'].map((carton) => `${format} LABEL-${carton}`),
      ),
    );
  });

  it('are printed for one carton alone, whatever characters its code has', async () => {
    const fair = await plannedFair(test, 'ODD');
    const title = ['ODD-PEN', 'Pen', null, 'Merchandise', 1] as const;
    const codes = ['00012345678905', 'a-7/0042 #x', 'CAJÓN-9', `X${'7Q'.repeat(19)}`];
    const file = await packingList(...codes.map((code) => packedRow(code, [...title], 3)));
    await uploadInventory(test.owner, file, { fairId: fair.id });
    for (const { id, code } of await desk.readCartons(fair)) {
      const pdf = await print(fair.id, { carton: id });
      expect((await readPdf(pdf)).pages).toHaveLength(1);
      // Code 128 has no letters beyond ASCII, and the longest code would be too fine to print.
      const bars = /Ó|7Q/.test(code) ? [] : [`Code128 ${code}`];
      expect(await readPrintedCodes(pdf, 1)).toEqual([...bars, `QRCode ${code}`]);
    }
    const [carton] = await desk.readCartons(await desk.packedFair('OTHERS'));
    await expectRefusal(print(fair.id, { carton: carton!.id }), 'NOT_FOUND');
    await expectRefusal(print(uuidv7()), 'NOT_FOUND');
    const empty = await plannedFair(test, 'EMPTY');
    await expectRefusal(print(empty.id), 'INVALID_TRANSITION');
  });
});
