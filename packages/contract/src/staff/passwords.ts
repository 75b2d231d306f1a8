import { z } from 'zod';
import { whenObject } from '../values.ts';

/** Rules for a new password, with the words of the checklist (specification 5). */
export const PASSWORD_RULES = [
  {
    code: 'length',
    text: 'At least 8 characters',
    holds: (password: string) => password.length >= 8,
  },
  {
    code: 'upper',
    text: '1 upper case letter',
    holds: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    code: 'lower',
    text: '1 lower case letter',
    holds: (password: string) => /\p{Ll}/u.test(password),
  },
  {
    code: 'digits',
    text: '2 digits',
    holds: (password: string) => (password.match(/\d/g) ?? []).length >= 2,
  },
  {
    code: 'special',
    text: '1 special character',
    holds: (password: string) => /[^\p{L}\d\s]/u.test(password),
  },
  {
    code: 'spaces',
    text: 'No spaces',
    holds: (password: string) => password !== '' && !/\s/.test(password),
  },
] as const;

export type PasswordStrength = 'weak' | 'medium' | 'strong';

/** Scores that a password reaches at most while it breaks a rule: medium. */
const MAX_BROKEN_SCORE = 3;

/**
 * Counts how many criteria a password meets: length, upper case, lower case, digits, special
 * character (0 to 5). At most 3 if it breaks a rule, so that nothing refused is called strong.
 */
export function passwordScore(password: string): number {
  const score = PASSWORD_RULES.filter(
    ({ code, holds }) => code !== 'spaces' && holds(password),
  ).length;
  const isComplete = PASSWORD_RULES.every(({ holds }) => holds(password));
  return isComplete ? score : Math.min(score, MAX_BROKEN_SCORE);
}

/** Label of the strength meter: medium at 3, strong at 4 and 5 (specification 1). */
export function passwordStrength(password: string): PasswordStrength {
  const score = passwordScore(password);
  return score >= 4 ? 'strong' : score === 3 ? 'medium' : 'weak';
}

/** A password that meets all rules; the messages are those of the specification. */
export const NewPassword = z.string('Password is required').superRefine((password, context) => {
  if (password.length < 8)
    context.addIssue({ code: 'custom', message: 'Password must be at least 8 characters long.' });
  else if (password.length > 200 || !PASSWORD_RULES.every(({ holds }) => holds(password)))
    context.addIssue({ code: 'custom', message: "Password doesn't match the requirement." });
});

const ConfirmPassword = z
  .string('Confirm password is required')
  .min(1, 'Confirm password is required');
const confirmed = ({ password, confirmPassword }: { password: string; confirmPassword: string }) =>
  confirmPassword === '' || password === confirmPassword;
const notConfirmed = {
  path: ['confirmPassword'],
  message: 'Confirm Password must match with the password',
  when: whenObject,
};

/** New password with confirmation, and the token of the mailed link. */
export const LinkPasswordForm = z
  .strictObject({
    token: z.string().min(1, 'This link is not complete.').max(200),
    password: NewPassword,
    confirmPassword: ConfirmPassword,
  })
  .refine(confirmed, notConfirmed);
export type LinkPasswordForm = z.infer<typeof LinkPasswordForm>;

/** New password for one's own account, with the current one. */
export const ChangePasswordForm = z
  .strictObject({
    currentPassword: z.string('Password is required').min(1, 'Password is required').max(1_000),
    password: NewPassword,
    confirmPassword: ConfirmPassword,
  })
  .refine(confirmed, notConfirmed);
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>;
