import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs';
import type { FairTerms, RegisterMode } from '@pos/contract/register';
import { addDays } from '#api/time/days.ts';

/** The first and the last day on which a fair may sell. */
export function sellingWindow(fair: { startDate: string; endDate: string }): Pick<FairTerms, 'sellingFrom' | 'sellingTo'> {
  return { sellingFrom: addDays(fair.startDate, -SELLING_MARGIN_DAYS), sellingTo: addDays(fair.endDate, SELLING_MARGIN_DAYS) };
}

/** What decides whether a register may sell, as the database has it now. */
export type Standing = { deviceStatus: 'active' | 'inactive'; adminStatus: 'active' | 'inactive'; adminDeleted: boolean; fairStatus: 'active' | 'inactive'; closeOutState: 'open' | 'finished' };

/** Handing in is always possible; selling needs an active device, admin and fair, and a fair that is not finished (api.md, pos/login). */
export function modeOf({ deviceStatus, adminStatus, adminDeleted, fairStatus, closeOutState }: Standing): RegisterMode {
  const sells = deviceStatus === 'active' && adminStatus === 'active' && !adminDeleted && fairStatus === 'active' && closeOutState === 'open';
  return sells ? 'sell' : 'deliver';
}
