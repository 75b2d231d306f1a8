/** Time zones of US schools; exceptions are listed next to the zone they resemble. */
export const TIME_ZONES = [
  ['America/New_York', 'Eastern'],
  ['America/Detroit', 'Eastern (Michigan)'],
  ['America/Indiana/Indianapolis', 'Eastern (Indiana)'],
  ['America/Chicago', 'Central'],
  ['America/Denver', 'Mountain'],
  ['America/Boise', 'Mountain (Idaho)'],
  ['America/Phoenix', 'Mountain (Arizona)'],
  ['America/Los_Angeles', 'Pacific'],
  ['America/Anchorage', 'Alaska'],
  ['Pacific/Honolulu', 'Hawaii'],
  ['America/Puerto_Rico', 'Atlantic (Puerto Rico)'],
].map(([value = '', label = '']) => ({ value, label }));

/** Label of a time zone: "Eastern (Michigan)", or its IANA name. */
export function timeZoneLabel(zone: string): string {
  return TIME_ZONES.find(({ value }) => value === zone)?.label ?? zone;
}

/** Maximum number of zones listed for a text. */
const MAX_ZONES = 50;

/** Every IANA time zone as the options of a select: those of US schools first. */
export const timeZoneChoices = {
  options: (search: string) => ({
    queryKey: ['time-zones', 'options', search],
    queryFn: async () => ({ data: findTimeZones(search) }),
  }),
  getLabel: (zone: string) => ({
    queryKey: ['time-zones', 'label', zone],
    queryFn: async () => timeZoneLabel(zone),
  }),
};

function findTimeZones(search: string) {
  const sought = search.trim().toLowerCase().replaceAll(' ', '_');
  const usual = TIME_ZONES.map(({ value }) => value);
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !usual.includes(zone));
  return [...TIME_ZONES, ...others.map((zone) => ({ value: zone, label: zone }))]
    .filter(({ value, label }) =>
      [value, label.replaceAll(' ', '_')].some((name) => name.toLowerCase().includes(sought)),
    )
    .slice(0, MAX_ZONES);
}
