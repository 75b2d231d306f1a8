import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { connectLimited, getLimitedPerson } from '../places/places.ts';

/** Opens the connections of a call in place of the pool that its statements belong to. */
type Route = () => Promise<PostgresPoolClient>;

const routes = new AsyncLocalStorage<Route | undefined>();

/** Runs `work` with connections of `route`, whichever pool its statements belong to. */
export const withRoute = <Result>(route: Route, work: () => Result): Result =>
  routes.run(route, work);

/** Runs `work` with connections of its own pools. */
export const withoutRoute = <Result>(work: () => Result): Result => routes.run(undefined, work);

/** True inside of `withRoute`. */
export const isRouted = (): boolean => routes.getStore() !== undefined;

/**
 * Returns a pool for kysely that obeys `inPlaces`, with connections of `openLimited`, and `withRoute`
 * for all other work.
 */
export function routedPool(pool: PostgresPool, openLimited: () => pg.Pool): PostgresPool {
  let limited: pg.Pool | undefined;
  return {
    ...(pool.options && { options: pool.options }),
    connect: () => {
      if (getLimitedPerson() !== undefined) return connectLimited((limited ??= openLimited()));
      return (routes.getStore() ?? (() => pool.connect()))();
    },
    end: async () => {
      await Promise.all([pool.end(), limited?.end()]);
    },
  };
}
