import { opensPage } from '@pos/contract/permissions';
import { usePreferences } from '#web/lib/session/preferences.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { menuLabel, SCREENS } from '../../screens.ts';
import * as styles from './shortcut-help.module.css';
import { COMMAND_KEY, LETTERS } from './use-shortcuts.ts';

type Shortcut = readonly [keys: readonly string[], does: string];

const EVERYWHERE: readonly Shortcut[] = [
  [[COMMAND_KEY, 'K'], 'Search and commands'],
  [[COMMAND_KEY, 'B'], 'Blur names and amounts, or show them'],
  [[COMMAND_KEY, 'S'], 'Save the form'],
  [[COMMAND_KEY, 'Enter'], 'Run the report'],
  [['Esc'], 'Close the top panel or dialog'],
  [['?'], 'Show this list'],
];
const LISTS: readonly Shortcut[] = [
  [['J', 'K'], 'Next, previous row or open record'],
  [['↑', '↓'], 'Previous row, next row'],
  [['Enter'], 'Open the row'],
  [['Esc'], 'Back from the open record to its row'],
  [['R'], 'Refund the open order'],
  [['F2'], 'Edit the price or quantity'],
  [['Space'], 'Select the row'],
  [['Shift', 'click'], 'Select up to here'],
];

/** List of shortcuts; letters only if they are switched on and their page may be opened. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const rights = useRights();
  const { letterShortcuts } = usePreferences();
  const pages = SCREENS.flatMap(({ page, inMenu }): Shortcut[] => {
    const letter = LETTERS[page];
    return inMenu && letter && opensPage(page, rights) ? [[['g', letter], menuLabel(page)]] : [];
  });
  return (
    <Dialog
      title="Keyboard shortcuts"
      size={640}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles.shortcuts}>
        <Group title="Everywhere" shortcuts={EVERYWHERE} />
        <Group title="In lists" shortcuts={LISTS} />
        {letterShortcuts ? (
          <Group title="Letters" shortcuts={[[['/'], 'Search this list'], ...pages]} />
        ) : (
          <p>
            Single letters, such as g o for Orders, are off. Switch them on in your{' '}
            <Link to={pathTo('profile')} onClick={onClose}>
              profile
            </Link>
            .
          </p>
        )}
        <p>On any page, scanning a code opens its device, order, carton or title.</p>
      </div>
    </Dialog>
  );
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {shortcuts.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
