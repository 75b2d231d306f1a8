/**
 * Invented staff, responsible for fairs and at the registers, so their roles have the duty. They
 * cannot sign in until an owner sets their passwords.
 */
export const STAFF = [
  ['Marguerite', 'Tolliver', 'Fair Manager'],
  ['Desmond', 'Abernathy', 'Fair Manager'],
  ['Paloma', 'Reyes-Hart', 'Operations Clerk'],
  ['Ingrid', 'Sorrell', 'Operations Clerk'],
].map(([firstName = '', lastName = '', role = ''], index) => ({
  firstName,
  lastName,
  email: `${firstName}.${lastName}@example.com`.toLowerCase(),
  phone: `555010011${index + 1}`,
  role,
}));
