import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { RouteAccess } from '#api/http/access/access.ts';

/**
 * A route of the running server. `access` is the object that its guard reads at each request, so a
 * test that changes it weakens the guard.
 */
export type MountedRoute = { method: string; url: string; access: RouteAccess };

/**
 * Runs `start`, which creates one server, and returns every route registered, including those for
 * HEAD.
 */
export async function recordRoutes<Result>(
  start: () => Promise<Result>,
): Promise<{ result: Result; routes: MountedRoute[] }> {
  const routes: MountedRoute[] = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      const declared = route.config?.access;
      if (!declared) return;
      // A copy, because calls of the contract share theirs.
      const access = { ...declared };
      route.config = { ...route.config, access };
      for (const method of [route.method].flat()) routes.push({ method, url: route.url, access });
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    return { result: await start(), routes };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}
