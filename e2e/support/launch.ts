import path from 'node:path';
import process from 'node:process';
import type { FullConfig } from '@playwright/test';
import { buildWebIfStale } from '@pos/tools/setup/build-web.ts';
import { Product, PROGRAMS, TRIAL_OWNER } from '@pos/tools/product/product.ts';

/** Starts the whole product on an empty database, as `npm start` does, once for each worker, and stops them when the journeys have ended. */
export default async function launch({ workers }: FullConfig): Promise<() => Promise<void>> {
  buildWebIfStale((line) => process.stdout.write(`${line}\n`));
  const products: Product[] = [];
  const stop = async () => {
    for (const product of products) await product.remove();
  };
  try {
    for (let worker = 0; worker < workers; worker += 1) {
      const product = await Product.launch('journeys', (dataDir) => path.join(dataDir, 'source'), PROGRAMS.whole);
      products.push(product);
      process.env[`POS_URL_${worker}`] = product.url;
      process.env[`POS_DATA_DIR_${worker}`] = product.dataDir;
    }
  } catch (error) {
    await stop();
    throw error;
  }
  process.env['POS_EMAIL'] = TRIAL_OWNER.email;
  process.env['POS_PASSWORD'] = TRIAL_OWNER.password;
  return stop;
}
