import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { RouteAccess } from '#api/http/access.ts';

/** A route as the server really has it. `access` is what its guard reads at each request: a test that writes into it weakens the guard. */
export type MountedRoute = { method: string; url: string; access: RouteAccess };

/** Runs `start`, which makes one server, and gives every route that it was given, those for HEAD included. */
export async function recordRoutes<Result>(
  start: () => Promise<Result>,
): Promise<{ result: Result; routes: MountedRoute[] }> {
  const routes: MountedRoute[] = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      const declared = route.config?.access;
      if (!declared) return;
      // An object of its own: the contract's calls share theirs.
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
