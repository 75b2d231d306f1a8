import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryJournal } from './journal/memory-journal.ts';
import { openTill, type TillOptions } from './open-till.ts';
import { readStorage } from './journal/storage.ts';
import type { Till } from './till.ts';

const opened: Till[] = [];
const KEPT = { mayBeDeleted: false, isLow: false };

/** Opens a till in this page, without a network. Its lock is the browser's. */
function open(options: TillOptions = {}): Till {
  const till = openTill({
    journal: new MemoryJournal(),
    send: () => Promise.reject(new TypeError('No network')),
    storage: () => Promise.resolve(KEPT),
    ...options,
  });
  opened.push(till);
  return till;
}
const waitUntilOpen = (till: Till) => vi.waitUntil(() => till.getState().phase !== 'opening');

describe('a till in a browser', () => {
  afterEach(() => {
    for (const till of opened.splice(0)) till.close();
  });

  it('belongs to one tab: another one reads, and takes over when the first is gone', async () => {
    const journal = new MemoryJournal({
      pairing: { deviceId: 'REG-1', deviceKey: 'key', name: 'Register 1' },
    });
    const first = open({ journal });
    await vi.waitUntil(() => first.getState().phase === 'signed_out');
    const second = open({ journal });
    await vi.waitUntil(() => second.getState().phase === 'second_tab');
    expect(second.getState().selling).toEqual({ allowed: false, reason: 'read_only' });
    expect(second.addTitle('SKU-1')).toMatchObject({ ok: false });
    first.close();
    await vi.waitUntil(() => second.getState().phase === 'signed_out');
  });

  it('practices without a fair, a person or a network, and stores nothing of it', async () => {
    const journal = new MemoryJournal();
    const till = open({ journal });
    await vi.waitUntil(() => till.getState().phase === 'unpaired');
    till.setTraining(true);
    expect(till.getState()).toMatchObject({ phase: 'open', training: true });
    const [title] = till.findTitles('bear');
    till.addTitle(title!.sku);
    till.scan('PRACTICE-1');
    await till.startPayment();
    expect(await till.take({ method: 5 })).toEqual({ ok: true, finished: true });
    expect(till.getState().done).toMatchObject({ sale: { order: { totalCents: 648 } } });
    till.setTraining(false);
    expect(till.getState()).toMatchObject({ phase: 'unpaired', done: null, sale: { items: 0 } });
    expect(await journal.readSales()).toEqual([]);
    expect(Object.keys(await journal.readNotes())).not.toContain('numbers');
  });

  it('says that it cannot store, at the start and while a sale goes on', async () => {
    const broken = new MemoryJournal();
    broken.readNotes = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
    const till = open({ journal: broken });
    await waitUntilOpen(till);
    expect(till.getState()).toMatchObject({ phase: 'unusable', problem: { kind: 'no_storage' } });
  });

  it('says when the browser may delete what is stored, or has little room', async () => {
    const storage = (isKept: boolean, usage: number) => ({
      persisted: () => Promise.resolve(false),
      persist: () => Promise.resolve(isKept),
      estimate: () => Promise.resolve({ usage, quota: 100 }),
    });
    expect(await readStorage(storage(true, 10))).toEqual(KEPT);
    expect(await readStorage(storage(false, 95))).toEqual({ mayBeDeleted: true, isLow: true });
    const till = open({ storage: () => readStorage(storage(false, 95)) });
    await vi.waitUntil(() => till.getState().warnings.includes('storage_may_be_deleted'));
    expect(till.getState().warnings).toContain('storage_low');
  });

  it('changes its state with a new object only, so that a screen knows when to paint', async () => {
    const till = open();
    await waitUntilOpen(till);
    const before = till.getState();
    expect(till.getState()).toBe(before);
    const heard = vi.fn<() => void>();
    const end = till.subscribe(heard);
    till.setTraining(true);
    expect(heard).toHaveBeenCalled();
    expect(till.getState()).not.toBe(before);
    end();
  });
});
