import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './postmaster.ts';

it('a free port is none that the system gives to connections, and nobody listens on it', async () => {
  for (let time = 0; time < 50; time++) {
    const port = await freePort();
    expect(port).toBeGreaterThanOrEqual(16_384);
    expect(port).toBeLessThan(32_768);
    const server = createServer();
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(port, '127.0.0.1', resolve),
    );
    await new Promise((resolve) => server.close(resolve));
  }
});
