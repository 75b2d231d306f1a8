import type { FastifyInstance } from 'fastify';
import { type EndSpan, tracer } from './traced.ts';

/** Returns what observes a server: `others`, after the spans of requests if traces are on by then. */
export function withTraces(others: (app: FastifyInstance) => void): (app: FastifyInstance) => void {
  return (app) => {
    if (tracer()) traceRequests(app);
    others(app);
  };
}

/**
 * Records a span for each request, named after its route: never the address, whose IDs and searches
 * are people's data. The trace of a caller is not continued, because callers are not trusted.
 */
function traceRequests(app: FastifyInstance): void {
  const ends = new WeakMap<object, EndSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const values = { 'http.request.method': request.method, 'http.route': route };
    const current = tracer();
    if (!current) return done();
    current.run(`${request.method} ${route}`, 'server', values, (end) => {
      ends.set(request, end);
      done();
    });
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    ends.get(request)?.(statusCode >= 500 ? new Error('failed') : undefined, {
      'http.response.status_code': statusCode,
    });
    done();
  });
}
