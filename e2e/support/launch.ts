import path from 'node:path';
import process from 'node:process';
import { buildWebIfStale } from '@pos/tools/setup/build-web.ts';
import { Product, PROGRAMS, TRIAL_OWNER } from '@pos/tools/product/product.ts';

/** Starts the whole product on an empty database for the journeys, as `npm start` does, and stops it when they have ended. */
export default async function launch(): Promise<() => Promise<void>> {
  buildWebIfStale((line) => process.stdout.write(`${line}\n`));
  const product = await Product.launch('journeys', (dataDir) => path.join(dataDir, 'source'), PROGRAMS.whole);
  process.env['POS_URL'] = product.url;
  process.env['POS_EMAIL'] = TRIAL_OWNER.email;
  process.env['POS_DATA_DIR'] = product.dataDir;
  process.env['POS_PASSWORD'] = TRIAL_OWNER.password;
  return () => product.remove();
}
