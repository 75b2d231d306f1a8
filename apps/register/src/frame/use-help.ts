import { useTillState } from '#register/app/till-context.ts';

/**
 * Person to call for help: the school's coordinator, or the company. Null before this device is paired,
 * and if neither has a number.
 */
export function useHelp(): { name: string; phone: string } | null {
  const { fairs, fair, settings } = useTillState();
  const known = fair ? fairs.find(({ id }) => id === fair.id) : fairs[0];
  const phone = settings?.supportPhone;
  return known?.help ?? (phone ? { name: '', phone } : null);
}
