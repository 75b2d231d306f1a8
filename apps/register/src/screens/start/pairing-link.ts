/**
 * Reads device and code from a link such as `/register#pair=K7QM4T2X&device=REG-01`, and takes them
 * out of the address. Undefined if the address has none.
 */
export function readPairingLink(): { deviceId: string; pairingCode: string } | undefined {
  const parts = new URLSearchParams(location.hash.slice(1));
  const [pairingCode, deviceId] = [parts.get('pair'), parts.get('device')];
  if (pairingCode === null || deviceId === null) return undefined;
  history.replaceState(null, '', location.pathname);
  return { deviceId, pairingCode };
}
