import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from './api.ts';
import { hasChildName, NAME_FIELDS } from './child-names.ts';
import type { Endpoint } from './endpoint.ts';

/** Fields of all objects in a JSON schema, object by object. */
function fieldsIn(schema: unknown): string[][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? [Object.keys(schema.properties as object)] : [];
  return [...own, ...Object.values(schema).flatMap(fieldsIn)];
}

const namesChild = (fields: readonly string[]) =>
  NAME_FIELDS.some((name) => fields.includes(name)) ||
  (fields.includes('studentNumber') && fields.includes('lastName'));

describe("children's names", () => {
  const reads = Object.values(api)
    .flatMap((calls): Endpoint[] => Object.values(calls))
    .filter(({ method }) => method === 'GET');

  it('are declared by every call that reads them', () => {
    const carrying = reads.filter(({ response }) =>
      fieldsIn(z.toJSONSchema(response, { unrepresentable: 'any' })).some(namesChild),
    );
    expect(carrying.length).toBeGreaterThan(10);
    expect(carrying.filter(({ names }) => !names).map(({ path }) => path)).toEqual([]);
    const unclear = reads.filter(
      ({ names, path }) => names && (names === true) === path.includes('/:id'),
    );
    expect(unclear.map(({ path }) => path)).toEqual([]);
  });

  it('are found in an answer, and people of the office are none', () => {
    const students = [{ studentNumber: '1', lastName: 'Ashby' }];
    expect(hasChildName({ data: { results: students } })).toBe(true);
    expect(hasChildName({ data: [{ customerName: 'Ann' }] })).toBe(true);
    expect(hasChildName({ data: [{ customerName: null, firstName: 'Dana' }] })).toBe(false);
  });
});
