import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** CopyDone of PostgreSQL's protocol. CommandComplete, with the number of rows, follows it. */
const COPY_DONE = Buffer.from('c\0\0\0\u0004');
const PAUSE_MS = 5;

/**
 * Opens a proxy in front of the database at `url` that delivers what follows the data of a copy in
 * a packet of its own, as a network may. Returns the URL to connect to, and its end.
 */
export async function lateCommandComplete(
  url: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const target = new URL(url);
  const server = createServer((near) => void forward(near, target));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.searchParams.delete('host');
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

async function forward(near: Socket, target: URL): Promise<void> {
  const far = connect({ host: target.hostname, port: Number(target.port) });
  near.on('error', () => near.destroy());
  near.on('close', () => far.destroy());
  near.setNoDelay(true);
  near.pipe(far);
  try {
    for await (const packet of far) {
      let rest = packet as Buffer;
      for (let at = rest.indexOf(COPY_DONE); at >= 0; at = rest.indexOf(COPY_DONE)) {
        near.write(rest.subarray(0, at + COPY_DONE.length));
        rest = rest.subarray(at + COPY_DONE.length);
        await setTimeout(PAUSE_MS);
      }
      near.write(rest);
    }
  } catch {
    // The connection was cut; the client sees the same.
  }
  near.destroy();
}
