import { invalid } from '#api/http/failure.ts';
import { NAMES_REFUSED } from './student-names.service.ts';

export type Named = { firstName: string; lastName: string } | { name: string };

/**
 * Refuses a text that names the child or a parent. The text is permanent, so erasing the student
 * could not remove the name.
 */
export function refuseNames(texts: Record<string, string>, people: readonly Named[]): void {
  const names = people
    .flatMap((one) =>
      'name' in one ? [one.name] : [`${one.firstName} ${one.lastName}`, one.lastName],
    )
    .map((name) => name.toLowerCase());
  for (const [field, written] of Object.entries(texts)) {
    const words = ` ${written.toLowerCase().replace(/[^\p{L}\p{N}'-]+/gu, ' ')} `;
    if (names.some((name) => words.includes(` ${name.replace(/[^\p{L}\p{N}'-]+/gu, ' ').trim()} `)))
      throw invalid({ [field]: NAMES_REFUSED });
  }
}
