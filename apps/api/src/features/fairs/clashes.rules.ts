import { pageAddress } from '@pos/contract/addresses';
import type { Reason } from '@pos/contract/errors';
import type { Clash } from './clashes.queries.ts';

/** Returns the warnings about a clash, one for the school, admin and devices each (domain 3.5). */
export function clashWarnings({
  otherId,
  otherName,
  otherSchool,
  sameSchool,
  admin,
  devices,
}: Clash): Reason[] {
  const link = pageAddress('fair-details', { id: otherId });
  const reasons: Reason[] = [];
  if (sameSchool)
    reasons.push({
      code: 'SCHOOL_CLASH',
      text: `"${otherName}" takes place at the same school on the same days.`,
      link,
    });
  if (admin !== null)
    reasons.push({
      code: 'ADMIN_CLASH',
      text: `${admin} runs "${otherName}" at ${otherSchool} on the same days.`,
      link,
    });
  if (devices.length > 0)
    reasons.push({
      code: 'DEVICE_CLASH',
      text: `${devices.join(', ')} ${devices.length === 1 ? 'is' : 'are'} also planned for "${otherName}" on the same days.`,
      link,
    });
  return reasons;
}
