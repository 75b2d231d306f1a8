import { MAX_CASHIERS, NewCashier, type NewCashiers } from '@pos/contract/fairs/cashiers';
import { z } from 'zod';

/** Name, then four digits, with anything between that a person or a spreadsheet puts there. */
const LINE = /^(.+?)[\s,;:]+(\d{4})$/;
const MAX_SHEET = 10_000;

/**
 * Reads cashiers from typed or pasted lines, "Vera Volunteer 4711". `present` are the names that the
 * fair already has. Every wrong line is named.
 */
export const cashierSheet = (present: readonly string[]) =>
  z
    .strictObject({ sheet: z.string('Enter at least one cashier.').max(MAX_SHEET) })
    .transform(({ sheet }, context): NewCashiers => {
      const taken = new Set(present.map((name) => name.toLowerCase()));
      const wrong: string[] = [];
      const cashiers: NewCashier[] = [];
      for (const [index, line] of sheet.split('\n').entries()) {
        if (line.trim() === '') continue;
        const read = readLine(line.trim(), taken);
        if (typeof read === 'string') wrong.push(`Line ${index + 1}: ${read}`);
        else {
          cashiers.push(read);
          taken.add(read.name.toLowerCase());
        }
      }
      if (cashiers.length === 0 && wrong.length === 0) wrong.push('Enter at least one cashier.');
      if (present.length + cashiers.length > MAX_CASHIERS)
        wrong.push(`A fair has at most ${MAX_CASHIERS} cashiers.`);
      if (wrong.length > 0)
        context.addIssue({ code: 'custom', path: ['sheet'], message: wrong.join(' ') });
      return { cashiers };
    });

function readLine(line: string, taken: ReadonlySet<string>): NewCashier | string {
  const [, name, secretCode] = LINE.exec(line) ?? [];
  if (name === undefined) return 'Enter a name, then a code of 4 digits.';
  const read = NewCashier.safeParse({ name: name.replaceAll(/\s+/g, ' '), secretCode });
  if (!read.success) return read.error.issues[0]!.message;
  return taken.has(read.data.name.toLowerCase())
    ? `${read.data.name} is on the list already.`
    : read.data;
}
