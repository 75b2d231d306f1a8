import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Once the server stops, ends each connection as soon as no request is under way on it. Node alone waits a minute for one on
 * which nothing was ever sent, as browsers open them in advance, and as long as it is kept alive for one whose last answer ends later.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const underWay = new Map<Socket, number>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1;
      if (underWay.has(socket)) underWay.set(socket, left);
      if (isClosing && left === 0) socket.destroySoon();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
  });
}
