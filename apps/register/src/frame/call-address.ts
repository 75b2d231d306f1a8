/** Returns the address of a link that calls a phone number as people write it. */
export function toCallAddress(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
}
