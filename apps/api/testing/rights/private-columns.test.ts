import Fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { checkCanaries, overhear, unlistedColumns } from './private-columns.ts';
import { OWNER, startTestApp } from '../app/test-app.ts';
import { undone } from '../calls/undone.ts';

describe('the canary in every answer', async () => {
  const test = await startTestApp();

  /** Returns the findings after a server has answered this. */
  async function foundAfter(answer: object): Promise<string> {
    const app = Fastify();
    const heard = overhear(app);
    app.get('/v1/leak', async () => answer);
    await app.inject('/v1/leak');
    await app.close();
    return checkCanaries(test.db, heard).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
  }

  it('detects a private column in any form in which it could leak', async () => {
    const { hash } = await test.db
      .selectFrom('refreshTokens')
      .select('hash')
      .executeTakeFirstOrThrow();
    const { passwordHash } = await test.db
      .selectFrom('admins')
      .select('passwordHash')
      .where('id', '=', test.ownerId)
      .executeTakeFirstOrThrow();
    for (const data of [
      hash.toString('hex'),
      `\\x${hash.toString('hex')}`,
      hash.toString('base64'),
      hash.toString('base64url'),
    ]) {
      expect(await foundAfter({ data: { token: data } })).toContain(
        'An answer held what stands in refresh_tokens.hash.',
      );
    }
    for (const data of [
      { anything: passwordHash },
      { bytes: hash },
      { passwordHash: null },
      { secret_code_hash: '' },
    ]) {
      expect(await foundAfter({ data })).toContain('GET /v1/leak says');
    }
  });

  it('knows each column that looks private by its name', async () => {
    await undone(test.db, async (tx) => {
      await sql`alter table schools add gate_secret text`.execute(tx);
      expect(await unlistedColumns(tx)).toEqual(['schools.gate_secret']);
    });
  });

  it("detects nothing in the product's answers", async () => {
    const { token } = await test.client().auth.login({ body: OWNER });
    expect(await foundAfter({ data: { token, id: test.ownerId, sum: 'a'.repeat(64) } })).toBe(
      'nothing',
    );
  });
});
