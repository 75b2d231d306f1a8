import { once } from 'node:events';
import { type Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/**
 * Returns alternative spellings of a path that a guard may read differently from the router
 * (trust.md T29, R04).
 */
export function spellings(plain: string, port: number): string[] {
  return [
    `/${plain}`,
    plain.replace('/v1/', '/v1//'),
    `${plain}/`,
    plain.replace('/v1', '/V1'),
    plain.toUpperCase(),
    `${plain};x=1`,
    plain.replace('/v1', '/v1;x=1'),
    plain.replace('/v1/', '/v1/%2e%2e/v1/'),
    plain.replace('/v1/', '/v1/../v1/'),
    plain.replace('/v1/', '/v1%2F'),
    plain.replaceAll('/', '%2F').replace('%2F', '/'),
    `/.${plain}`,
    plain.replace('/v1/', '/v1/./'),
    plain.replace('/v1/', '/v1\\'),
    `${plain}.`,
    `${plain}.json`,
    `${plain}?`,
    `${plain}#`,
    `${plain}%00`,
    `${plain}%20`,
    plain.replace('/v1/', '/v1%c0%af'),
    `${plain}/%2e%2e`,
    `http://localhost:${port}${plain}`,
    `http://elsewhere.example${plain}`,
  ];
}

export function rawHeads(method: string, plain: string): string[] {
  return [
    `${method} ${plain} HTTP/1.0\r\n`,
    `${method} ${plain}\0 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`,
    `${method} ${plain} HTTP/1.1\r\nHost: localhost\r\nX-HTTP-Method-Override: GET\r\nX-Original-URL: /health\r\nConnection: close\r\n`,
  ];
}

export function overHttp(options: {
  agent: Agent;
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = httpRequest({ host: '127.0.0.1', ...options }, (response) => {
      let body = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => (body += chunk))
        .on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on('error', reject).end();
  });
}

export async function overSocket(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.write(request);
  await once(socket, 'close');
  return answer;
}
