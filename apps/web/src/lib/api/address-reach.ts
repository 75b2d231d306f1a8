/** Reach of an address: anywhere, the same local network, or only the same computer. */
export type AddressReach = 'anywhere' | 'local network' | 'this computer';

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;
/** Private and link-local ranges (RFC 1918, 3927, 4193, 4291), mDNS and single-label names. */
const PRIVATE =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd][\da-f:]*\]|\[fe[89ab][\da-f:]*\]|.*\.(local|lan|internal|home\.arpa)|[^.[\]]+)$/;

/** Classifies how far `url` can be reached, by its host alone; makes no lookup. */
export function addressReach(url: string): AddressReach {
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
  if (LOOPBACK.test(host)) return 'this computer';
  return PRIVATE.test(host) ? 'local network' : 'anywhere';
}
