import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** One request as it is sent over and over; `next` makes a new body each time, and says by whom it is sent. */
export type Target = { url: string; token?: string; next?: () => { token?: string; body: string } };
/** What came of a window: answers a second, and how long they took in milliseconds. */
export type Pressed = { perSecond: number; p50: number; p99: number };

/** Sends requests over `connections` at once for `ms` and measures each. Throws what is not answered with 200. */
export async function press({ url, token, next }: Target, connections: number, ms: number): Promise<Pressed> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const started = performance.now();
  const until = started + ms;
  const worker = async () => {
    while (performance.now() < until) {
      const made = next?.();
      const bearer = made?.token ?? token;
      const headers = { ...(bearer && { authorization: `Bearer ${bearer}` }), ...(made && { 'content-type': 'application/json' }) };
      const begun = performance.now();
      await send(url, agent, headers, made?.body);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const took = performance.now() - started;
  agent.destroy();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { perSecond: (times.length * 1_000) / took, p50: at(0.5), p99: at(0.99) };
}

function send(url: string, agent: Agent, headers: Record<string, string>, body: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) } }, (response) => {
      let refusal = '';
      response.on('data', (chunk: Buffer) => response.statusCode !== 200 && (refusal += chunk.toString()));
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}: ${refusal.slice(0, 300)}`))));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
