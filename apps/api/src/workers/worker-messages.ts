import type { Config } from '../config.ts';

/** Setup of a worker, as plain JSON, since it goes to another process. */
export type WorkerSetup = {
  config: Config;
  /** URL of the database, which the first process has prepared. */
  url: string;
  /** URL of the same database without a pooler between. */
  directUrl: string;
  secretKey: string;
  webDir?: string;
  checkResponses: boolean;
};

/** Messages to a worker: what to serve, then to finish its requests and end. */
export type PrimaryMessage = { serve: WorkerSetup } | { stop: true };

/** Messages of a worker: it is ready, or cannot start. */
export type WorkerMessage = { isUp: true; address: string } | { failed: string };
