import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';

/** What the QR code says that is seen in a picture; throws where there is none. */
export async function readQr(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}
