import { z } from 'zod';

/** Text for a place that is neither. */
export const SOURCE_PLACE = 'Enter a folder or an address that starts with https://.';

/** Returns true for a folder, and for an address of a source. */
export const isSourcePlace = (value: string) => !value.includes('://') || isSourceAddress(value);

/** Parses `Name=folder; Name=https://…`, or one per line. Names are compared ignoring case. */
export const SourceList = z.string().transform((given, context) => {
  const sources: { name: string; place: string }[] = [];
  const wrong = (message: string) => context.addIssue({ code: 'custom', message });
  for (const entry of given
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [, name = '', place = ''] = /^([^=]*?)\s*=\s*(.*)$/s.exec(entry) ?? [];
    if (!/^[\p{L}\p{N}][\p{L}\p{N} ._()-]{0,39}$/u.test(name) || place === '') {
      wrong(
        'Enter each source as Name=folder or Name=https://…, separated by semicolons; a name has at most 40 letters, digits and spaces.',
      );
    } else if (!isSourcePlace(place)) wrong(`${name}: ${SOURCE_PLACE}`);
    else if (sources.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      wrong(`${name} is listed twice.`);
    else sources.push({ name, place });
  }
  return sources;
});

/** Returns true for https, or for http that stays on this machine. */
function isSourceAddress(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname } = new URL(given);
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
  );
}
