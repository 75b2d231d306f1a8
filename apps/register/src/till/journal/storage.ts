/** Share of the space from which it counts as almost full. */
const LOW = 0.9;

/** State of the browser's storage, in which sales are kept. */
export type StorageState = { mayBeDeleted: boolean; isLow: boolean };

/** Asks the browser to keep what is stored, unless it does already, and how full it is. */
export async function readStorage(
  storage: Pick<StorageManager, 'persisted' | 'persist' | 'estimate'> = navigator.storage,
): Promise<StorageState> {
  const [isKept, { usage = 0, quota = 0 }] = await Promise.all([
    storage.persisted().then((kept) => kept || storage.persist()),
    storage.estimate(),
  ]);
  return { mayBeDeleted: !isKept, isLow: quota > 0 && usage / quota >= LOW };
}
