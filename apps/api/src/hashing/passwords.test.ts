import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('passwords are hashed with Argon2id as OWASP recommends', async () => {
  const module = JSON.stringify(new URL('passwords.ts', import.meta.url));
  // In a process of its own: tests with an app lower the parameters.
  const program = `import { hashPassword } from ${module}; console.log(await hashPassword('A-1'));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]);
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
