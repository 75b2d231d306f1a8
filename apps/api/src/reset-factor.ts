import process from 'node:process';

/** `npm run tool -- reset-factor EMAIL`; see docs/operating.md. */
try {
  const { readConfig } = await import('./config.ts');
  const { resetFactor } = await import('#api/start/reset-factor.ts');
  const [email, ...more] = process.argv.slice(2);
  if (email === undefined || more.length > 0)
    throw new Error('Name one account: npm run tool -- reset-factor EMAIL');
  process.stdout.write(`${await resetFactor(readConfig(process.env), email)}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
