import { runNamedProgram } from '../named-programs.ts';

/** `npm run bench -- NAME`: every benchmark, its purpose and limit. */
runNamedProgram('bench', {
  season: {
    file: 'bench/season/main.ts',
    purpose: 'Measures lists, records, dashboard, reports and order intake on a loaded season.',
    limit: 'a median for each call; four ratios to a bare handler; --compare at most 1.5 times.',
  },
  'season-load': {
    file: 'bench/season/main.ts',
    args: ['load'],
    purpose: 'Loads a season of 1,000,000 orders (--orders) for "season" and "web".',
  },
  reports: {
    file: 'bench/reports.ts',
    purpose: 'Makes files of reports of all schools over a loaded season (its folder).',
    limit: '400 MB; event loop p99 50 ms.',
  },
  web: {
    file: '../e2e/bench/main.ts',
    purpose: 'Measures Chromium from a click to 20 painted rows of each list on a loaded season.',
    limit: 'p95 100 ms; layout shift 0; heap +5% after 200 page changes.',
  },
  register: {
    file: '../e2e/register-bench/main.ts',
    purpose: 'Measures the register in Chromium with 3,000 titles, 600 students and 1,000 sales.',
    limit: 'cold start p95 1 s; scan and search p95 50 ms; 1,000 orders sent in 20 s; 200 KB.',
  },
  login: {
    file: 'bench/login.ts',
    purpose: 'Proves that a refused sign-in reveals nothing about the account (trust T02).',
    limit: 'one response; medians at most 10 ms apart.',
  },
  upload: {
    file: 'bench/upload.ts',
    purpose: 'Uploads 10,000 rows and measures the effect on other requests.',
    limit: '300 MB; event loop p99 50 ms.',
  },
  export: {
    file: 'bench/export.ts',
    purpose: 'Exports 1,100,000 orders as xlsx and CSV, compared with a bare COPY.',
    limit: '400 MB; event loop p99 50 ms.',
  },
});
