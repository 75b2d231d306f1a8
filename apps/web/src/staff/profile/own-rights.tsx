import { holds, MODULES } from '@pos/contract/permissions';
import { DUTY_WORDS } from '@pos/contract/permission-words';
import { useRights } from '#web/lib/session/session.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import * as styles from './profile.module.css';

/** Read-only list of the user's own rights: "What can I do?". */
export function OwnRights() {
  const rights = useRights();
  const held = MODULES.map((module) => ({
    module,
    words: [holds(rights, module, 'read_only') && 'view', holds(rights, module, 'edit') && 'edit']
      .filter(Boolean)
      .join(', '),
  })).filter(({ words }) => words);
  return (
    <Popover
      label="What can I do?"
      align="end"
      width={280}
      button={(props) => (
        <button type="button" {...props} className="link">
          What can I do?
        </button>
      )}
    >
      {() => (
        <div className={styles.ownRights}>
          <h3>What you can do</h3>
          {rights.isSuper ? (
            <p>Everything. SUPER_ADMIN sees and changes every part of the panel.</p>
          ) : held.length === 0 ? (
            <p>Your role opens no pages other than your profile.</p>
          ) : (
            <ul>
              {held.map(({ module, words }) => (
                <li key={module}>
                  <span>{module}</span> <span className="muted">{words}</span>
                </li>
              ))}
            </ul>
          )}
          {!rights.isSuper &&
            rights.duties.map((duty) => <p key={duty}>{DUTY_WORDS[duty].label}</p>)}
          {!rights.isSuper && <p className="caption">Your Admin manages rights and duties.</p>}
        </div>
      )}
    </Popover>
  );
}
