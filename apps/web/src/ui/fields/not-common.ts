import { COMMON_PASSWORD, isCommonPassword } from '@pos/contract/common-passwords';

/** Schema refinement: the new password is not a common one. The server checks it too. */
export const notCommon = ({ password }: { password: string }): boolean =>
  !isCommonPassword(password);
export const COMMON_ERROR = { path: ['password'], message: COMMON_PASSWORD };
