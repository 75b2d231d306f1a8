import type { SchoolContact } from '@pos/contract/schools';

/** At least seven digits, with the usual signs between them. */
const PHONE = /^(?=(?:\D*\d){7})[+\d\s().x-]+$/i;

/**
 * Reads people of a cell, with semicolons or line breaks between them. Of each, the first part is
 * the name; the others are told apart by their form and otherwise are the role.
 */
export function readContacts(text: string): SchoolContact[] {
  return text
    .split(/[;\n]/)
    .map((person) => person.split(',').map((part) => part.trim()))
    .filter((parts) => parts.some((part) => part !== ''))
    .map(([name = '', ...parts]) => {
      const email = parts.find((part) => part.includes('@')) ?? '';
      const phone = parts.find((part) => PHONE.test(part)) ?? '';
      const role = parts.filter((part) => part !== '' && part !== email && part !== phone);
      return { name, role: role.join(', '), email, phone };
    });
}
