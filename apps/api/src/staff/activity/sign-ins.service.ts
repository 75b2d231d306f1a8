export { countSignInRefusals } from './sign-ins.queries.ts';
