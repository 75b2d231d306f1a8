import { useSyncExternalStore } from 'react';
import { makeListeners } from '#web/lib/session/listeners.ts';
import { asidePart } from './lazy-part.tsx';
import type { SaidToast, ToastText } from './toast-corner.tsx';

// Loaded with the first toast.
const ToastCorner = asidePart(() => import('./toast-corner.tsx'), 'ToastCorner');

const MAX_SAID = 20;

let said: readonly SaidToast[] = [];
let waiting: readonly SaidToast[] = [];
let lastId = 0;
const { subscribe, tell } = makeListeners();

function add(kind: SaidToast['kind'], text: string | ToastText): void {
  lastId += 1;
  const one: SaidToast = {
    ...(typeof text === 'string' ? { title: text } : text),
    id: lastId,
    kind,
    at: new Date().toISOString(),
  };
  said = [one, ...said].slice(0, MAX_SAID);
  waiting = [...waiting, one];
  tell();
}

/** Shows a toast about success or failure; a failure is also shown in its place on the page. */
export const toast = {
  ok: (text: string | ToastText): void => add('ok', text),
  bad: (text: string | ToastText): void => add('bad', text),
};

/** Toasts of this page, newest first; lost when the page is reloaded or the user signs out. */
export function saidToasts(): readonly SaidToast[] {
  return said;
}

export function forgetToasts(): void {
  said = [];
}

/** Returns the toasts that have not been shown yet, oldest first, once. */
function takeWaiting(): readonly SaidToast[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

/** Place of the toasts; empty until the first one. */
export function Toasts() {
  const last = useSyncExternalStore(subscribe, () => lastId);
  return last > 0 && <ToastCorner last={last} take={takeWaiting} />;
}
