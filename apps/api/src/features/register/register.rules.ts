import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs';
import type { FairTerms, RegisterMode } from '@pos/contract/register-session';
import { addDays } from '#api/time/days.ts';

/** The first and the last day on which a fair may sell. */
export function sellingWindow(fair: {
  startDate: string;
  endDate: string;
}): Pick<FairTerms, 'sellingFrom' | 'sellingTo'> {
  return {
    sellingFrom: addDays(fair.startDate, -SELLING_MARGIN_DAYS),
    sellingTo: addDays(fair.endDate, SELLING_MARGIN_DAYS),
  };
}

/** Everything that decides whether a register may sell, as the database has it now. */
export type Standing = {
  deviceStatus: 'active' | 'inactive';
  adminStatus: 'active' | 'inactive';
  adminDeleted: boolean;
  fairStatus: 'active' | 'inactive';
  closeOutState: 'open' | 'finished';
  /** The person's role has the duty "Work a register". */
  hasDuty: boolean;
  /** The device is planned for the fair, or the fair is one of the person's. */
  isAssigned: boolean;
};

/** True where the person may work this register at this fair, whatever state device and fair are in. */
export function isAllowedAt({ adminStatus, adminDeleted, hasDuty, isAssigned }: Standing): boolean {
  return adminStatus === 'active' && !adminDeleted && hasDuty && isAssigned;
}

/**
 * Handing in is always possible. Selling needs a person who may work this register at this fair, an
 * active device and fair, and a fair that is not finished (api.md, pos/login).
 */
export function modeOf(standing: Standing): RegisterMode {
  const { deviceStatus, fairStatus, closeOutState } = standing;
  const sells =
    isAllowedAt(standing) &&
    deviceStatus === 'active' &&
    fairStatus === 'active' &&
    closeOutState === 'open';
  return sells ? 'sell' : 'deliver';
}
