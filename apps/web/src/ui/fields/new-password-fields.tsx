import { NOT_COMMON_RULE } from '@pos/contract/common-passwords';
import {
  PASSWORD_RULES,
  passwordScore,
  passwordStrength,
  type PasswordStrength,
} from '@pos/contract/passwords';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import * as styles from './new-password.module.css';
import { PasswordField } from './text-fields.tsx';

const WORDS: Record<PasswordStrength, string> = {
  weak: 'Weak',
  medium: 'Medium',
  strong: 'Strong',
};
const BARS: Record<PasswordStrength, number> = { weak: 1, medium: 2, strong: 3 };

const RULES = [...PASSWORD_RULES, NOT_COMMON_RULE];

/**
 * New password with confirmation (`password`, `confirmPassword`), a checklist of the rules, and a
 * strength meter.
 */
export function NewPasswordFields({ label = 'New password' }: { label?: string }) {
  const value: unknown = useWatch({ name: 'password' });
  const password = typeof value === 'string' ? value : '';
  return (
    <>
      <div className={styles.newPassword}>
        <PasswordField name="password" label={label} autoComplete="new-password" />
        <Meter password={password} />
        <ul className={styles.rules} aria-label="Password rules">
          {RULES.map(({ code, text, holds }) => {
            const isSaved = holds(password);
            return (
              <li key={code} className={isSaved ? styles.kept : undefined}>
                {isSaved ? (
                  <IconCircleCheck size={16} stroke={1.75} aria-hidden />
                ) : (
                  <IconCircle size={16} stroke={1.75} aria-hidden />
                )}
                {text}
                <span className="visually-hidden">{isSaved ? ', done' : ', missing'}</span>
              </li>
            );
          })}
        </ul>
      </div>
      <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
    </>
  );
}

/** Password strength as bars and as a word. */
function Meter({ password }: { password: string }) {
  const strength = passwordScore(password) === 0 ? undefined : passwordStrength(password);
  return (
    <div className={styles.meter} data-strength={strength}>
      {[1, 2, 3].map((bar) => (
        <span
          key={bar}
          aria-hidden
          className={strength && bar <= BARS[strength] ? `${styles.bar} ${styles.on}` : styles.bar}
        />
      ))}
      <span className={styles.word} role="status" aria-label="Password strength">
        {strength && WORDS[strength]}
      </span>
    </div>
  );
}
