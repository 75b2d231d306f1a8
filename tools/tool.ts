import { runNamedProgram } from './named-programs.ts';

/** Rarely needed commands, run with `npm run tool -- NAME`. */
runNamedProgram('tool', {
  'bare-machine': {
    file: 'bare-machine/main.ts',
    purpose: 'Runs npm start and npm test in the smallest Debian with nothing but Node and npm.',
  },
  'build-web': {
    file: 'setup/build-web.ts',
    purpose: 'Builds the web app if its sources have changed.',
  },
  'export-activity': {
    file: '../apps/api/src/activity.ts',
    args: ['export'],
    purpose: 'Writes the activity of a period into a folder, signed: FROM TO FOLDER.',
  },
  'install-production': {
    file: 'setup/install-production.ts',
    purpose: 'Installs the built product without development tools in a new folder.',
    limit: '300 MB',
  },
  pictures: {
    file: '../e2e/pictures/main.ts',
    purpose: 'Takes pictures of every screen, drawer, dialog and report of a running demo season.',
  },
  'reset-factor': {
    file: '../apps/api/src/reset-factor.ts',
    purpose: 'Removes the lost second factor of an account, named by its email address.',
  },
  schema: {
    file: 'schema/main.ts',
    purpose:
      'Writes apps/api/schema.sql and the types of its tables from a freshly migrated database.',
  },
  'verify-activity': {
    file: '../apps/api/src/activity.ts',
    args: ['verify'],
    purpose:
      'Finds changed, removed and added entries of the activity; also since an export: [FILE.csv].',
    limit: 'nothing wrong',
  },
});
