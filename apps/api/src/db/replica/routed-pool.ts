import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

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

/** Returns a pool for kysely that obeys `withRoute`. */
export const routedPool = (pool: PostgresPool): PostgresPool => ({
  ...(pool.options && { options: pool.options }),
  connect: () => (routes.getStore() ?? (() => pool.connect()))(),
  end: () => pool.end(),
});
