import type { FastifyInstance } from 'fastify';
import type { Db } from './db/db.ts';
import { admins } from './features/admins/admins.routes.ts';
import { auth } from './features/auth/auth.routes.ts';
import { identifyAdmin } from './features/auth/auth.service.ts';
import { devices } from './features/devices/devices.routes.ts';
import { fairs } from './features/fairs/fairs.routes.ts';
import { roles } from './features/roles/roles.routes.ts';
import { schools } from './features/schools/schools.routes.ts';
import { Failure } from './http/failure.ts';
import type { Feature } from './http/feature.ts';
import { serve } from './http/serve.ts';
import type { Secrets } from './secrets.ts';

export type AppOptions = {
  db: Db;
  secrets: Secrets;
  logLevel: string;
  trustProxy: false | number | string[];
  checkResponses: boolean;
  version: string;
  /** A folder or an https address with the files of the source system. */
  syncSource?: string;
};

/** Every feature that the API serves, one line each. */
function features({ db, secrets }: AppOptions): Feature[] {
  return [
    auth(db, secrets),
    admins(db, secrets.codePepper),
    roles(db),
    devices(db),
    schools(db),
    fairs(db),
  ];
}

/** The server with all its calls, ready to listen. */
export function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, secrets, logLevel, trustProxy, checkResponses } = options;
  return serve(features(options), {
    db, logLevel, trustProxy, checkResponses,
    identify: {
      admin: (token) => identifyAdmin(db, secrets, token),
      register: async () => {
        throw new Failure('TOKEN_INVALID', 'Log in at the register to continue.');
      },
    },
  });
}
