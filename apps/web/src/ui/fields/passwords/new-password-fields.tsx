import { isCommonPassword } from '@pos/contract/staff/common-passwords';
import {
  PASSWORD_RULES,
  passwordScore,
  passwordStrength,
  type PasswordStrength,
} from '@pos/contract/staff/passwords';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import * as styles from './new-password.module.css';
import { PasswordField } from '../text-fields.tsx';

const WORDS: Record<PasswordStrength, string> = {
  weak: 'Weak',
  medium: 'Medium',
  strong: 'Strong',
};
const BARS: Record<PasswordStrength, number> = { weak: 1, medium: 2, strong: 3 };

/**
 * New password with confirmation (`password`, `confirmPassword`), a checklist of the rules, and a
 * strength meter, which names a common password.
 */
export function NewPasswordFields() {
  const value: unknown = useWatch({ name: 'password' });
  const password = typeof value === 'string' ? value : '';
  const isCommon = isCommonPassword(password);
  return (
    <>
      <div className="stack gap-8">
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          hint={isCommon && <span className={styles.warning}>{COMMON_WARNING}</span>}
        />
        <Meter strength={isCommon ? 'weak' : getStrength(password)} />
        <ul className={styles.rules} aria-label="Password rules">
          {PASSWORD_RULES.map(({ code, text, holds }) => {
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

const COMMON_WARNING = 'This password is common and easy to guess. Choose another one.';

/** Strength of a password; undefined if nothing of it counts yet. */
function getStrength(password: string): PasswordStrength | undefined {
  return passwordScore(password) === 0 ? undefined : passwordStrength(password);
}

/** Password strength as bars and as a word. */
function Meter({ strength }: { strength: PasswordStrength | undefined }) {
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
