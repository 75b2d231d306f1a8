import { runNamedProgram } from '../named-programs.ts';

/** `npm run bench -- NAME`: every benchmark, its purpose and limit. */
runNamedProgram('bench', {
  season: {
    file: 'bench/season/main.ts',
    purpose:
      'Measures lists, records, dashboard and reports on a loaded season, compared with a bare handler.',
    limit:
      'at least 0.6 of the bare handler; p99 at most five medians; --compare at most 1.3 times.',
  },
  'season-load': {
    file: 'bench/season/main.ts',
    args: ['load'],
    purpose: 'Loads a season of 1,000,000 orders (--orders) for "season" and "web".',
  },
  web: {
    file: '../e2e/bench/main.ts',
    purpose: 'Measures Chromium from a click to 20 painted rows of each list on a loaded season.',
    limit: 'p95 100 ms; layout shift 0; heap +5% after 200 page changes.',
  },
  workers: {
    file: 'bench/workers/main.ts',
    purpose: 'Compares requests a second of WORKERS=1 and of one worker per processor.',
    limit: 'none; prints the ratio.',
  },
  login: {
    file: 'bench/product/main.ts',
    args: ['login'],
    purpose: 'Proves that a refused sign-in reveals nothing about the account (trust T02).',
    limit: 'one response; medians at most 10 ms apart.',
  },
  upload: {
    file: 'bench/product/main.ts',
    args: ['upload'],
    purpose: 'Uploads 10,000 rows and measures the effect on other requests.',
    limit: '300 MB; event loop p99 50 ms.',
  },
  public: {
    file: 'bench/product/main.ts',
    args: ['public'],
    purpose: 'Opens the public pages of 20 fairs 200 times a second.',
    limit: 'p99 100 ms; one database lookup per page and minute.',
  },
  export: {
    file: 'bench/product/main.ts',
    args: ['export'],
    purpose: 'Exports 1,100,000 orders as xlsx and CSV, compared with a bare COPY.',
    limit: '400 MB; event loop p99 50 ms.',
  },
});
