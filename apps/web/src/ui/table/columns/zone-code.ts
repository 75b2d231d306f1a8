const zoneCodes = new Map<string, string>();

/** Returns the short name of a zone, the same all year: `America/Detroit` is `ET`. */
export function zoneCode(zone: string): string {
  let code = zoneCodes.get(zone);
  if (code === undefined) {
    const nameAs = (timeZoneName: 'shortGeneric' | 'short') =>
      new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
    // Zones without a generic code have a name, such as `Japan Time`.
    const generic = nameAs('shortGeneric');
    code = /^[A-Z]+$/.test(generic) ? generic : nameAs('short');
    zoneCodes.set(zone, code);
  }
  return code;
}
