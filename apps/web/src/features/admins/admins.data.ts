import { api } from '#web/lib/api.ts';
import { choicesOf } from '#web/lib/choices.ts';

/** Active admins to choose from, by name or e-mail. */
export const adminChoices = choicesOf('admins', api.admins.getAdmins);
