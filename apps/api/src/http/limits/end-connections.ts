import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * On shutdown, ends each connection once it has no running request. By default, Node waits a minute
 * for a connection without any request, as browsers open them in advance, and keeps one alive whose
 * last answer ends later.
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
