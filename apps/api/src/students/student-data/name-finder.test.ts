import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparable, NameFinder } from '#api/staff/activity/name-finder.rules.ts';

describe('a name finder', () => {
  const finder = new NameFinder(['Ann Brook', 'Ann Brook Lee', "Zoë O'Neil", 'Smith']);
  const found = (text: string) => finder.find(text).map(({ name }) => name);

  it('finds whole words in any case, whatever stands between them, the longest first', () => {
    expect(found('for ANN  brook-lee and ann, Brook.')).toEqual(['ann brook lee', 'ann brook']);
    expect(found("zoë o'neil's")).toEqual(['zoë o neil']);
    expect(found('Joann Brooke, Brook Ann, Smith')).toEqual([]);
  });

  it('leaves no name of two words behind, and changes nothing else', () => {
    const word = fc.constantFrom('ann', 'Bo', 'cy', 'DEE');
    const words = (minLength: number) => fc.array(word, { minLength, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(words(2), { maxLength: 4 }), words(0), (names, text) => {
        const own = new NameFinder(names.map((name) => name.join(' ')));
        const written = text.join(', ');
        const replaced = own.replace(written, 'x');
        expect(own.find(replaced)).toEqual([]);
        if (own.find(written).length === 0) expect(replaced).toBe(written);
      }),
    );
  });

  it('compares names by their words', () => {
    expect(comparable(" Quill-Feather,  O'Neil ")).toBe('quill feather o neil');
  });
});
