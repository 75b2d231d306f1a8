/**
 * Invented staff, responsible for fairs and at the registers, so their roles have the duty. They
 * cannot sign in until an owner sets their passwords.
 */
export const STAFF = [
  {
    firstName: 'Marguerite',
    lastName: 'Tolliver',
    email: 'marguerite.tolliver@example.com',
    phone: '5550100111',
    role: 'Fair Manager',
  },
  {
    firstName: 'Desmond',
    lastName: 'Abernathy',
    email: 'desmond.abernathy@example.com',
    phone: '5550100112',
    role: 'Fair Manager',
  },
  {
    firstName: 'Paloma',
    lastName: 'Reyes-Hart',
    email: 'paloma.reyes-hart@example.com',
    phone: '5550100113',
    role: 'Operations Clerk',
  },
  {
    firstName: 'Ingrid',
    lastName: 'Sorrell',
    email: 'ingrid.sorrell@example.com',
    phone: '5550100114',
    role: 'Operations Clerk',
  },
] as const;
