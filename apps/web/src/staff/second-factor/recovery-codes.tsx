import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import * as styles from './second-factor.module.css';

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="stack">
      <Notice kind="warn">
        Print them or store them where your phone is not. They are not shown again.
      </Notice>
      <div className={styles.codes}>
        <ul className="monospace">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} label="Copy recovery codes" />
      </div>
    </div>
  );
}
