import 'vitest';

/** What the global set-up gives to every test file. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's connection string of the test run's own PostgreSQL. */
    postgresAdminUrl: string;
  }
}
