import 'vitest';

/** Values that the global setup provides to every test file. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser connection string of the test run's own PostgreSQL. */
    postgresAdminUrl: string;
  }
}
