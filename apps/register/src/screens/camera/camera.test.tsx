import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import wasmAddress from 'zxing-wasm/writer/zxing_writer.wasm?url';
import { button, expectNoViolations, startFresh } from '../../../testing/on-screen.ts';
import { BOOKS, renderRegister } from '../../../testing/render-register.tsx';

const openCamera = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);

startFresh();
afterEach(() => {
  navigator.mediaDevices.getUserMedia = openCamera;
});

/** A camera before which pictures are held. */
function holdPictures(): (picture: Blob | null) => Promise<void> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1280, 720];
  const context = canvas.getContext('2d')!;
  let shown: ImageBitmap | undefined;
  const draw = () => {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 1280, 720);
    if (shown) context.drawImage(shown, 640 - shown.width / 2, 360 - shown.height / 2);
    requestAnimationFrame(draw);
  };
  draw();
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
  return async (picture) => {
    shown = picture ? await createImageBitmap(picture) : undefined;
  };
}

async function codePicture(format: 'EAN13' | 'QRCode', text: string): Promise<Blob> {
  await prepareZXingModule({
    overrides: { locateFile: () => wasmAddress },
    fireImmediately: true,
  });
  const { image, error } = await writeBarcode(text, { format, scale: format === 'EAN13' ? 3 : 6 });
  if (!image) throw new Error(error);
  return image;
}

test('the camera reads books with the price behind their barcode and the cards of children', async () => {
  const hold = holdPictures();
  const { till } = await renderRegister();
  await button('Scan with the camera').click();
  await hold(await codePicture('EAN13', `${BOOKS.holes}+51999`));
  await expect.element(button('Pay $21.64')).toBeVisible();
  await hold(await codePicture('QRCode', 'S010005'));
  await expect.element(button(/Finn Quillan.*Grade 3 · Ms\. Alder/)).toBeVisible();
  // A book that stays before the camera is one copy.
  expect(till.getState().sale.items).toBe(1);
  await hold(await codePicture('EAN13', BOOKS.wonder));
  await expect.element(page.getByText('2 items')).toBeVisible();
  await expectNoViolations('camera');
  await button('Close the camera').click();
  await expect.element(page.getByRole('region', { name: 'Camera' })).not.toBeInTheDocument();
});

test('a camera that is not allowed says how to allow it', async () => {
  navigator.mediaDevices.getUserMedia = () =>
    Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  await renderRegister();
  await button('Scan with the camera').click();
  await expect.element(page.getByText('The camera is not allowed')).toBeVisible();
});
