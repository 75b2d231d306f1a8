import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeSbom } from './sbom.ts';

/** npm is slow on a busy computer. */
vi.setConfig({ testTimeout: 180_000 });

test('the SBOM that CI makes lists every locked package with its hash', async () => {
  const { bomFormat, metadata, components } = makeSbom();
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component.name).toBe('pos-admin');
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react']));
  const run = await readFile(path.join(import.meta.dirname, '../../.ci/run'), 'utf8');
  expect(run).toContain('tools/setup/sbom.ts');
});
