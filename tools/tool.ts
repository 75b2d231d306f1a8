import { runNamed } from './named-programs.ts';

/** `npm run tool -- NAME`: commands for occasional use. */
runNamed('tool', {
  'build-web': {
    file: 'setup/build-web.ts',
    purpose: 'Builds the web app if its sources have changed.',
  },
  schema: {
    file: 'schema/main.ts',
    purpose: 'Writes apps/api/schema.sql from a freshly migrated database.',
  },
});
