import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';

/** Returns the content of the QR code in a picture. Throws if there is none. */
export async function readQr(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}
