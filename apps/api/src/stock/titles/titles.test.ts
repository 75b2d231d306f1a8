import type { NewTitle } from '@pos/contract/stock/titles';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pdfArtwork, plainPng } from '#testing/files/artwork.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { runSync } from '#testing/selling/run-sync.ts';
import { HUNGER, openFair } from '#testing/selling/sales-floor.ts';
import { toCounts } from '#testing/selling/source-folder.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';

const UPC = '036000291452';
const ISBN = '9780306406157';

describe('a title', async () => {
  const { test, source } = await openSyncDesk();
  const add = (changes: Partial<NewTitle>) =>
    test.ask.titles.add({
      body: { title: 'Moon Mittens', category: 'Picture', priceCents: 699, ...changes },
    });
  const update = (id: string, body: object, version: number) =>
    test.ask.titles.update({ params: { id }, body: { ...body, version } });
  const find = async (search: string) =>
    (await test.ask.inventory.allInventory({ query: { search } })).results;
  const read = (id: string) => test.ask.titles.getById({ params: { id } });

  it('is added by hand, found by each of its codes, and each field changed is recorded', async () => {
    const added = await add({ isbn13: '0-306-40615-2', upc: `0${UPC}`, author: 'Ann Quill' });
    expect(added).toMatchObject({
      sku: ISBN,
      isbn13: ISBN,
      upc: UPC,
      author: 'Ann Quill',
      taxable: true,
      warehouseQty: 0,
      inSource: false,
      sourceFields: [],
      skuIsFixed: false,
      pictureId: null,
      version: 1,
    });
    for (const code of [ISBN, '978-0-306-40615-7', UPC, '0 36000 29145 2', `0${UPC}`])
      expect((await find(code)).map(({ id }) => id)).toEqual([added.id]);
    const { data: hits } = await test.owner.search.find({ query: { q: `0${UPC}` } });
    expect(hits).toMatchObject([
      { kind: 'title', hits: [{ exact: true, link: `/title-details/${added.id}` }] },
    ]);
    const changed = await update(added.id, { priceCents: 799, taxable: false, sku: 'MOON-1' }, 1);
    expect(changed).toMatchObject({ sku: 'MOON-1', priceCents: 799, taxable: false, version: 2 });
    await update(added.id, { priceCents: 799 }, 2);
    expect(await readActivity(test, 'title', added.id)).toMatchObject([
      {
        action: 'title.updated',
        changes: {
          priceCents: { from: 699, to: 799 },
          taxable: { from: true, to: false },
          sku: { from: ISBN, to: 'MOON-1' },
        },
      },
      { action: 'title.added' },
    ]);
    const cleared = await update(added.id, { isbn13: '', upc: null, author: null }, 3);
    expect(cleared).toMatchObject({ isbn13: null, upc: null, author: '' });
  });

  it('is refused without a code, with a wrong check digit or with the code of another', async () => {
    await add({ sku: 'TAKEN-1', isbn13: '9780140328721', upc: '042100005264' });
    const taken = '"Moon Mittens" (TAKEN-1) already has this';
    const refuses = (changes: Partial<NewTitle>, errors: Record<string, string>) =>
      expectErrors(add(changes), errors);
    await refuses({}, { sku: 'Enter a SKU, an ISBN or a UPC.' });
    await refuses(
      { isbn13: '9780140328722', upc: '042100005265', title: '', priceCents: -1 },
      {
        isbn13: 'Enter an ISBN with a right check digit.',
        upc: 'Enter a UPC of 12 digits with a right check digit.',
        title: 'Enter the title.',
        priceCents: 'Enter a price from 0.00 to 999.99.',
      },
    );
    const codes = { sku: 'taken-1', isbn13: '9780140328721' };
    await refuses(codes, { sku: `${taken} SKU.`, isbn13: `${taken} ISBN.` });
    expect((await getRefusal(add({ sku: '042100005264' }))).errors).toHaveProperty('sku');
    const other = await add({ sku: 'OTHER-1' });
    await expectErrors(update(other.id, { upc: '042100005264' }, 1), { upc: `${taken} UPC.` });
    expect(await find('OTHER-1')).toMatchObject([{ upc: null }]);
    const [one, two] = await Promise.allSettled([
      add({ sku: 'RACE-1', upc: '012345678905' }),
      add({ sku: 'RACE-2', upc: '012345678905' }),
    ]);
    expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('has a fixed SKU once a fair has it, and its UPC and ISBN reach the registers', async () => {
    const floor = await openFair(test);
    const [title] = await find(HUNGER);
    const whole = await read(title!.id);
    expect(whole.skuIsFixed).toBe(true);
    await expectErrors(update(whole.id, { sku: 'NEW-SKU' }, whole.version), {
      sku: 'The SKU is fixed: fairs or orders have this title, and registers know it.',
    });
    await update(whole.id, { upc: '085391163121', priceCents: 1_299 }, whole.version);
    const register = await floor.logIn('REG-UPC');
    const { data: catalog } = await register.pos.catalog({ query: {} });
    expect(catalog.titles.find(({ sku }) => sku === HUNGER)).toMatchObject({
      isbn13: HUNGER,
      upc: '085391163121',
      priceCents: 899,
    });
    const query = { fairId: floor.fair.id, search: '0085391163121' };
    const { results } = await test.ask.inventory.fairInventory({ query });
    expect(results).toMatchObject([{ sku: HUNGER, upc: '085391163121', priceCents: 899 }]);
    await register.book({ lines: [{ sku: HUNGER, quantity: 1 }] });
  });

  it('is retired and brought back with edit Fairs', async () => {
    const { id } = await add({ sku: 'RETIRED-1' });
    const { client } = await signedInWith(test, [['Fairs', 'edit']]);
    for (const status of ['inactive', 'active'] as const) {
      await client.inventory.changeTitleStatus({ params: { id }, body: { status } });
      expect((await read(id)).status).toBe(status);
    }
  });

  it('has a picture, re-encoded and small, at an address of its own', async () => {
    const { id } = await add({ sku: 'PICTURED-1' });
    const png = await plainPng(900, 1_500);
    const upload = (bytes: Uint8Array, fileName: string) => {
      const file = new Blob([new Uint8Array(bytes)]);
      return test.ask.titles.uploadPicture({ params: { id }, body: {}, file, fileName });
    };
    const pictureAt = (pictureId: string | null) =>
      test.send('')(`/v1/titles/pictures/${pictureId}`, { method: 'GET' });
    const { pictureId } = await upload(png, 'cover.png');
    const answer = await pictureAt(pictureId);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const image = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(image).toMatchObject({ format: 'jpeg', width: 384, height: 640 });
    expect(image.exif).toBeUndefined();
    expect(await find('PICTURED-1')).toMatchObject([{ pictureId }]);
    expect((await upload(png, 'second.png')).pictureId).not.toBe(pictureId);
    expect((await pictureAt(pictureId)).status).toBe(404);
    await expectRefusal(
      upload(await pdfArtwork(), 'cover.pdf'),
      'UNSUPPORTED_FILE',
      'Only PNG and JPEG files are allowed.',
    );
    const empty = upload(Buffer.from(''), 'cover.png');
    await expectErrors(empty, { file: 'The file is empty.' });
    await test.owner.titles.removePicture({ params: { id } });
    expect(await find('PICTURED-1')).toMatchObject([{ pictureId: null }]);
    const actions = (await readActivity(test, 'title', id)).map(({ action }) => action);
    const changes = ['picture_removed', 'picture_uploaded', 'picture_uploaded', 'added'];
    expect(actions).toEqual(changes.map((change) => `title.${change}`));
  });

  it('added by hand becomes the one that the source delivers, by SKU, ISBN or UPC', async () => {
    const bySku = await add({ sku: 'SYNC-SKU' });
    const byIsbn = await add({ sku: 'SYNC-ISBN', isbn13: '9780141439518', format: 'Paperback' });
    const byUpc = await add({ sku: 'SYNC-UPC', upc: '025192251344' });
    const columns = 'sku,isbn13,upc,title,priceCents,warehouseQty';
    const rows = [
      'sync-sku,,,By SKU,100,5',
      '9780141439518,,,By ISBN,200,6',
      'SRC-3,,025192251344,By UPC,300,7',
      'SRC-4,9780141439518,,Another edition,400,8',
    ];
    const sync = async (lines: readonly string[]) => {
      await source.write('titles.csv', [columns, ...lines]);
      const { files, errors } = await runSync(test.owner, 'titles');
      return { counts: toCounts(files[0]!), errors };
    };
    expect((await sync(rows)).counts).toEqual([1, 3, 0, 0, 0]);
    expect((await sync(rows)).counts).toEqual([0, 0, 4, 0, 0]);
    expect(await read(bySku.id)).toMatchObject({
      sku: 'SYNC-SKU',
      title: 'By SKU',
      warehouseQty: 5,
      sourceSku: null,
    });
    expect(await read(byIsbn.id)).toMatchObject({
      sku: 'SYNC-ISBN',
      title: 'By ISBN',
      format: 'Paperback',
      warehouseQty: 6,
      sourceSku: '9780141439518',
      sourceFields: ['sku', 'isbn13', 'upc', 'title', 'priceCents'],
      inSource: true,
    });
    expect(await read(byUpc.id)).toMatchObject({ title: 'By UPC', sourceSku: 'SRC-3' });
    const both = await sync([...rows, 'SYNC-UPC,,,The same twice,300,7']);
    expect(both.counts).toEqual([0, 0, 4, 0, 1]);
    expect(both.errors).toMatchObject([
      { row: 6, column: 'sku', message: 'The source delivers this title as SRC-3.' },
    ]);
    expect((await sync(rows.slice(0, 2))).counts).toEqual([0, 0, 2, 2, 0]);
    expect(await read(byUpc.id)).toMatchObject({ status: 'inactive', sourceFields: [] });
    expect((await sync(rows)).counts).toEqual([0, 2, 2, 0, 0]);
    expect(await read(byUpc.id)).toMatchObject({ status: 'active', sourceSku: 'SRC-3' });
  });
});
