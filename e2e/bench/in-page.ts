declare global {
  interface Window {
    bench: {
      /**
       * Waits for the next press and its result: this many rows, the first of which is not
       * `before`.
       */
      arm: (wanted: { rows: number; before: string | undefined; call: string }) => void;
      arrival: Promise<Arrival>;
      firstRow: () => string | undefined;
    };
    /**
     * Returns the layout shifts since the last call, including those after a press: the elements
     * and distances.
     */
    takeShifts: () => Shift[];
  }
}

/**
 * Milliseconds from the press until the rows were painted, the list was requested, and its answer
 * arrived.
 */
export type Arrival = { painted: number; asked: number; answered: number };
export type Shift = { value: number; moved: string[] };

/** Watches layout shifts; runs in the page before anything else. */
export function watchShifts(): void {
  let shifts: Shift[] = [];
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
  const getPlace = ({ x, y }: DOMRectReadOnly) => `${x.toFixed(1)},${y.toFixed(1)}`;
  const toName = ({ node }: Source) =>
    node instanceof Element
      ? `${[node.tagName.toLowerCase(), ...node.classList].join('.')} "${node.getAttribute('aria-label') ?? node.textContent.slice(0, 20)}"`
      : `"${node?.textContent}"`;
  const keep = (entries: PerformanceEntryList) => {
    for (const { value, sources } of entries as unknown as { value: number; sources: Source[] }[])
      shifts.push({
        value,
        moved: sources.map(
          (source) =>
            `${toName(source)} ${getPlace(source.previousRect)} to ${getPlace(source.currentRect)}`,
        ),
      });
  };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.takeShifts = () => {
    keep(observer.takeRecords());
    const taken = shifts;
    shifts = [];
    return taken;
  };
}

/**
 * Watches presses and rows; runs in the page before anything else. A row counts as painted when the
 * frame after its own begins.
 */
export function watchRows(): void {
  let pressedAt = 0;
  addEventListener('pointerdown', ({ timeStamp }) => (pressedAt = timeStamp), true);
  const rows = () => document.querySelectorAll<HTMLElement>('tbody tr[data-id]');
  const firstRow = () => rows()[0]?.dataset['id'];
  // The counts of views are the same call with ten rows.
  const isCall =
    (call: string) =>
    ({ name }: PerformanceEntry) =>
      new URL(name).pathname === new URL(call, location.href).pathname &&
      !name.includes('limit=10');
  const waitFor = (call: string, isThere: () => boolean) =>
    new Promise<Arrival>((resolve, reject) => {
      setTimeout(
        () =>
          reject(
            new Error(
              `${location.href}: ${rows().length} rows after 20 seconds${pressedAt ? '' : ', never pressed'}.`,
            ),
          ),
        20_000,
      );
      const look = () => {
        if (pressedAt === 0 || !isThere()) return;
        mutations.disconnect();
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const painted = performance.now() - pressedAt;
            const asked = performance.getEntriesByType('resource').find(isCall(call)) as
              | PerformanceResourceTiming
              | undefined;
            resolve({
              painted,
              asked: asked ? asked.startTime - pressedAt : Number.NaN,
              answered: asked ? asked.responseEnd - pressedAt : Number.NaN,
            });
          }),
        );
      };
      const mutations = new MutationObserver(look);
      mutations.observe(document, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['data-id'],
      });
    });
  window.bench = {
    arm: ({ rows: count, before, call }) => {
      pressedAt = 0;
      performance.clearResourceTimings();
      window.bench.arrival = waitFor(call, () => rows().length >= count && firstRow() !== before);
    },
    arrival: Promise.reject(new Error('Nothing was armed.')),
    firstRow,
  };
  window.bench.arrival.catch(() => undefined);
}
