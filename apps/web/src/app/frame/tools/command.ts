import { searchText, searchWords } from '@pos/contract/values/search-text';
import type { Icon } from '@tabler/icons-react';

/** Line of the palette: navigates or acts. `words` are searched in addition to its label. */
export type Command = {
  key: string;
  label: string;
  detail?: string;
  amountCents?: number | null;
  icon: Icon;
  words?: string;
  isCode?: boolean;
  /** Label and detail name a person. */
  isName?: boolean;
} & ({ to: string } | { run: () => void });

/** Commands that contain every word of the text. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const words = searchWords(text).map(searchText);
  return commands.filter(({ label, words: more = '' }) =>
    words.every((word) => searchText(`${label} ${more}`).includes(word)),
  );
}
