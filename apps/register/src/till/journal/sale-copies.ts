import type { Change, StoredReturn, StoredSale } from './journal.ts';

type Kept = { sales: StoredSale; returns: StoredReturn };
type Kind = keyof Kept;

const toId = (kept: StoredSale | StoredReturn): string =>
  'refund' in kept ? kept.refund.clientRefundId : kept.order.clientOrderId;

/**
 * Copies of unsent sales and returns in the browser's cache storage, which keeps each in a file of its
 * own: IndexedDB is one log, and a browser that cannot read it begins an empty one.
 */
export class SaleCopies {
  readonly #name: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(name = 'register-unsent') {
    this.#name = name;
  }

  /**
   * Returns what is stored, and copies of what is not stored any more. A copy that cannot be read is
   * left out. Makes copies that are missing, and removes those of what the server has.
   */
  async complete<Name extends Kind>(
    kind: Name,
    stored: readonly Kept[Name][],
  ): Promise<Kept[Name][]> {
    const cache = await this.#open();
    if (!cache) return [...stored];
    const start = toAddress(kind, '');
    const addresses = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    const copied = new Set(addresses.filter((address) => address.startsWith(start)));
    const isCopied = (kept: Kept[Name]) => copied.delete(toAddress(kind, toId(kept)));
    const differing = stored.filter((kept) => isCopied(kept) !== isOnlyHere(kept));
    this.follow({ [kind]: differing });
    const found = await Promise.all([...copied].map((address) => read(cache, address)));
    return [...stored, ...(found.filter(Boolean) as Kept[Name][])];
  }

  /** Copies what waits, and removes copies of what the server has, after all that was asked before. */
  follow({ sales = [], returns = [], removed = [] }: Change): void {
    if (sales.length + returns.length + removed.length === 0) return;
    const follow = async () => {
      const cache = await this.#open();
      for (const [kind, kept] of [
        ...sales.map((sale) => ['sales', sale] as const),
        ...returns.map((each) => ['returns', each] as const),
      ]) {
        const address = toAddress(kind, toId(kept));
        await (isOnlyHere(kept)
          ? cache?.put(address, Response.json(kept))
          : cache?.delete(address));
      }
      for (const id of removed)
        for (const kind of ['sales', 'returns'] as const) await cache?.delete(toAddress(kind, id));
    };
    // The journal has them; a full disk, for one, leaves no room for copies.
    this.#last = this.#last.then(follow).catch(() => undefined);
  }

  /** Resolves when everything that was asked for before is done. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** Pages without https have no cache storage. */
  async #open(): Promise<Cache | undefined> {
    return 'caches' in globalThis ? caches.open(this.#name).catch(() => undefined) : undefined;
  }
}

const toAddress = (kind: Kind, id: string): string => `/register/unsent/${kind}/${id}`;

async function read(cache: Cache, address: string): Promise<unknown> {
  const response = await cache.match(address);
  return response?.json().catch(() => null);
}

function isOnlyHere({ answer }: StoredSale | StoredReturn): boolean {
  return answer === null || answer.result === 'rejected';
}
