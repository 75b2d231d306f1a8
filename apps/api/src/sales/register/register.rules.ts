import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs/fairs';
import type { FairTerms, RegisterMode } from '@pos/contract/sales/register-session';
import { addDays } from '@pos/contract/values/days';

/** First and last day on which a fair may sell. */
export function sellingWindow(fair: {
  startDate: string;
  endDate: string;
}): Pick<FairTerms, 'sellingFrom' | 'sellingTo'> {
  return {
    sellingFrom: addDays(fair.startDate, -SELLING_MARGIN_DAYS),
    sellingTo: addDays(fair.endDate, SELLING_MARGIN_DAYS),
  };
}

/** Current facts from the database that decide if a register may sell. */
export type Standing = {
  deviceStatus: 'active' | 'inactive';
  personStatus: 'active' | 'inactive';
  personDeleted: boolean;
  fairStatus: 'active' | 'inactive';
  closeOutState: 'open' | 'finished';
  /** True if the person's role has the duty "Work a register"; always for a cashier of the fair. */
  hasDuty: boolean;
  /** True if the device is planned for the fair, or the fair is one of the admin's. */
  isAssigned: boolean;
};

/**
 * Returns true if the person may work this register at this fair, in any state of device and fair.
 */
export function isAllowedAt({
  personStatus,
  personDeleted,
  hasDuty,
  isAssigned,
}: Standing): boolean {
  return personStatus === 'active' && !personDeleted && hasDuty && isAssigned;
}

/**
 * Returns the mode of a register. Sending in sales is always possible. Selling requires a person
 * who may work this register at this fair, an active device and fair, and a fair that is not closed
 * out (api.md, pos/login).
 */
export function getRegisterMode(standing: Standing): RegisterMode {
  const { deviceStatus, fairStatus, closeOutState } = standing;
  const sells =
    isAllowedAt(standing) &&
    deviceStatus === 'active' &&
    fairStatus === 'active' &&
    closeOutState === 'open';
  return sells ? 'sell' : 'deliver';
}
