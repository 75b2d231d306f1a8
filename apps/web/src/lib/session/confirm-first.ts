/** Asks the person to prove who they are; resolves to false if they cancel. */
type Ask = () => Promise<boolean>;

let load: (() => Promise<Ask>) | undefined;
let asked: Promise<boolean> | undefined;

/** Sets the question of this page, which is loaded when a call needs it. */
export function askToConfirmWith(loader: () => Promise<Ask>): void {
  load = loader;
}

/** Asks once for all calls that wait for it, above everything else, so that nothing typed is lost. */
export function confirmFirst(): Promise<boolean> {
  asked ??= (load ? load().then((ask) => ask()) : Promise.resolve(false)).finally(() => {
    asked = undefined;
  });
  return asked;
}
