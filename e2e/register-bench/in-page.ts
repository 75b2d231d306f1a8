declare global {
  interface Window {
    till: {
      /** Sells these books for exact cash; milliseconds until each line was painted. */
      sell: (books: readonly { code: string; title: string }[]) => Promise<number[]>;
      /** Waits for the next key; milliseconds until the search shows this text and its hits. */
      armSearch: (text: string) => void;
      searched: Promise<number>;
    };
    /** Milliseconds from the navigation until the empty sale was painted. */
    sellable: Promise<number>;
  }
}

/** Drives the register and measures it; runs in the page before anything else. */
export function driveRegister(): void {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const painted = async (isThere: () => boolean, what: string): Promise<number> => {
    const limit = performance.now() + 20_000;
    while (!isThere()) {
      if (performance.now() > limit) throw new Error(`Waited 20 seconds for ${what}.`);
      await frame();
    }
    // The callback of a frame runs before it is painted, the next task after that.
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now();
  };
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const press = async (selector: string, what: string) => {
    const button = () => document.querySelector<HTMLButtonElement>(selector);
    await painted(() => button()?.disabled === false, what);
    button()?.click();
  };
  const scan = async (code: string, title: string) => {
    const start = performance.now();
    for (const key of [...code, 'Enter'])
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
    return (await painted(() => find('.line .ti')?.textContent === title, title)) - start;
  };
  const sell = async (books: readonly { code: string; title: string }[]) => {
    const times: number[] = [];
    for (const { code, title } of books) times.push(await scan(code, title));
    await press('.money .main', 'Pay');
    await press('.pay6 .tile', 'Cash');
    await painted(() => find('.quick, .coins, .keys') !== null, 'the keys of cash');
    await press('.money .main', 'Exactly');
    await painted(() => find('.hero') !== null, 'the end of the sale');
    await press('.money .main', 'Next customer');
    await painted(() => find('.hello') !== null, 'the next sale');
    return times;
  };
  window.till = {
    sell,
    armSearch: (text) => {
      const shows = () =>
        document.querySelector<HTMLInputElement>('.find-text')?.value === text &&
        find('[role=option]') !== null;
      window.till.searched = new Promise((resolve, reject) => {
        const onKey = (event: KeyboardEvent) => {
          painted(shows, `the search for ${text}`).then(
            (end) => resolve(end - event.timeStamp),
            reject,
          );
        };
        document.addEventListener('keydown', onKey, { capture: true, once: true });
      });
      window.till.searched.catch(() => undefined);
    },
    searched: Promise.resolve(0),
  };
  window.sellable = painted(() => find('.hello') !== null, 'an empty sale');
  window.sellable.catch(() => undefined);
}
