import { useSyncExternalStore } from 'react';
import type { Till, TillState } from '#register/till/till.ts';
import { changeDeviceSettings, deviceSettings } from './device-settings.ts';

/** The first sale of somebody who has never seen a register: a practice, led step by step. */

/** Step of the walk that the till has come to; `end` after the whole sale. */
export type WalkStep = 'scan' | 'pay' | 'cash' | 'change' | 'end';

/** Most people that this device remembers to have been offered the walk. */
const MAX_REMEMBERED = 50;

const listeners = new Set<() => void>();
let step: WalkStep | null = null;
let stopFollowing = () => {};

function setStep(next: WalkStep | null): void {
  if (step === next) return;
  step = next;
  for (const listener of listeners) listener();
}

function nextStep({ training, done, sale }: TillState): WalkStep | null {
  if (!training) return null;
  if (done) return 'change';
  if (sale.stage !== 'sell') return 'cash';
  if (sale.lines.length > 0) return 'pay';
  return step === 'change' || step === 'end' ? 'end' : 'scan';
}

/** Begins the walk in a practice. It follows the till until the practice or the walk ends. */
export function startWalk(till: Till): void {
  endWalk();
  till.setTraining(true);
  stopFollowing = till.subscribe(() => {
    setStep(nextStep(till.getState()));
    if (step === null) endWalk();
  });
  setStep('scan');
}

/** Ends the walk; the practice goes on. */
export function endWalk(): void {
  stopFollowing();
  setStep(null);
}

export function useWalk(): WalkStep | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => step,
  );
}

/** Stops offering the walk to this person on this device. */
export function rememberWalked(personId: string): void {
  const { walked } = deviceSettings();
  if (!walked.includes(personId))
    changeDeviceSettings({ walked: [...walked, personId].slice(-MAX_REMEMBERED) });
}
