import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from './failure.ts';
import { readJson, type Fault } from './json-body.ts';

const NOT_TEXT = 'Remove the characters that are not valid text.';
const TWICE = 'This field is given more than once.';
const findFaults = (text: string): readonly Fault[] => readJson(Buffer.from(text)).faults;

/** JSON values of at most 8 levels with plain texts and ordinary field names. */
const plain = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 8 },
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(
      fc.string({ unit: 'grapheme' }).filter((name) => !/__proto__|\0/.test(name)),
      tie('value'),
    ),
  ),
})).value;

describe('readJson', () => {
  it('reads any value whose fields occur once, and finds no fault in it', () => {
    fc.assert(
      fc.property(plain, fc.integer({ min: 0, max: 3 }), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const read = readJson(Buffer.from(text));
        expect(read.value).toEqual(JSON.parse(text));
        expect(read.faults).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('finds a repeated field anywhere, with its path', () => {
    const steps = fc.array(fc.oneof(fc.nat(3), fc.constantFrom('a', 'b"c', 'd\\e', 'é')), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(steps, plain, (path, value) => {
        const inner = `{"x": ${JSON.stringify(value)} , "\\u0078" :1}`;
        const text = path.reduceRight<string>(
          (made, step) =>
            typeof step === 'number'
              ? `[${'0,'.repeat(step)}${made}]`
              : `{"before":[{}],${JSON.stringify(step)}:${made}}`,
          inner,
        );
        expect(findFaults(text)).toEqual([{ path: [...path, 'x'], message: TWICE }]);
      }),
    );
  });

  it('finds text that cannot be stored in values and names, however it is written', () => {
    expect(findFaults('{"a":["ok","n\\u0000","\\ud83d\\ude00","\\ud83d"],"b\\udc00":1}')).toEqual([
      { path: ['a', 1], message: NOT_TEXT },
      { path: ['a', 3], message: NOT_TEXT },
      { path: ['b\udc00'], message: NOT_TEXT },
    ]);
    const latin = Buffer.from('{"good":"caf\xc3\xa9","bad":"caf\xe9"}', 'latin1');
    expect(readJson(latin).faults).toEqual([{ path: ['bad'], message: NOT_TEXT }]);
  });

  it('treats __proto__ only as an unknown field', () => {
    const { value, faults } = readJson(
      Buffer.from('{"__proto__":{"isSuper":true},"\\u005f_proto__":1}'),
    );
    expect((value as { isSuper?: boolean }).isSuper).toBeUndefined();
    expect(faults).toEqual([
      { path: ['__proto__'], message: 'Unknown field.' },
      { path: ['__proto__'], message: 'Unknown field.' },
    ]);
  });

  it('refuses values nested too deeply, and continues after them', () => {
    const deep = `${'[{"a":'.repeat(40)}"]}"${'}]'.repeat(40)}`;
    expect(findFaults(`{"items":[1,${deep},{"b":1,"b":2}]}`)).toEqual([
      { path: ['items', 1], message: 'This is nested too deeply.' },
      { path: ['items', 2, 'b'], message: TWICE },
    ]);
  });

  it('refuses invalid JSON, and a byte order mark before it', () => {
    for (const text of ['{', '{"a":1}{', "{'a':1}", '{"a":NaN}', '{"a":"\n"}', '\ufeff{}', '\0']) {
      expect(() => findFaults(text), JSON.stringify(text)).toThrow(Failure);
    }
    expect(readJson(Buffer.alloc(0)).value).toBeUndefined();
  });
});
