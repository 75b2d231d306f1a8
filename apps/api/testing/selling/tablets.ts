import type { Send } from '@pos/contract/client';
import { newDevice } from './new-records.ts';
import { SECRET_CODE, type SalesFloor } from './sales-floor.ts';
import { Books } from '../../../register/src/till/journal/books.ts';
import { MemoryJournal } from '../../../register/src/till/journal/memory-journal.ts';
import { makeParts, type Parts } from '../../../register/src/till/parts.ts';
import { Server } from '../../../register/src/till/office/server.ts';

/** Tablets with the register app's engine, in front of the server. */
export function startTablets(floor: SalesFloor) {
  const { test } = floor;
  let tablets = 0;

  /** Opens a till whose network can be cut before the request or before its answer. */
  const openTill = async (journal = new MemoryJournal(), send = test.send()) => {
    const network = { cut: 'nothing' as 'nothing' | 'request' | 'answer', requests: 0 };
    const server = new Server(async (path, init) => {
      network.requests += 1;
      if (network.cut === 'request') throw new TypeError('No network');
      const response = await send(path, init);
      if (network.cut === 'answer') throw new TypeError('The answer was lost');
      return response;
    });
    const books = await Books.open(journal);
    const options = { appVersion: '1', isOwner: true };
    const till = makeParts(books, server, options, () => undefined);
    // The test decides when to send.
    till.checkout.onFinished = () => undefined;
    return { ...till, journal, network };
  };
  type OpenTill = Awaited<ReturnType<typeof openTill>>;

  const newTablet = async () => {
    const deviceId = `APP-${++tablets}`;
    const { id } = await test.ask.devices.add({ body: newDevice(deviceId) });
    const { pairingCode } = await test.ask.devices.pairingCode({ params: { id } });
    return { id, deviceId, pairingCode };
  };
  const signIn = (till: Parts, secretCode = SECRET_CODE, personId = floor.cashierId) =>
    till.access.signIn({ personId, secretCode, fairIdentifier: floor.fair.identifier });
  /** A till that is paired, signed in and has prices. */
  const pairedTill = async (send?: Send): Promise<OpenTill & { deviceId: string; id: string }> => {
    const till = await openTill(new MemoryJournal(), send);
    const { pairingCode, ...tablet } = await newTablet();
    await till.access.pair({ deviceId: tablet.deviceId, pairingCode });
    await signIn(till);
    await till.supplies.refresh({ all: true });
    return { ...till, ...tablet };
  };
  return { openTill, newTablet, signIn, pairedTill };
}
