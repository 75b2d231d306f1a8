import { useState } from 'react';
import { keepLook, lookOf } from '#web/lib/kept-looks.ts';

/** What a scan sounds like: frequencies in Hz, one after the other. */
const TONES = { ok: [880, 1_320], repeat: [660, 660], bad: [220, 165] } as const;
export type Tone = keyof typeof TONES;
const NOTE_S = 0.11;

let context: AudioContext | undefined;

function play(tone: Tone): void {
  // The key of a scanner or a finger has allowed sound by then; a browser without it stays silent.
  context ??= typeof AudioContext === 'undefined' ? undefined : new AudioContext();
  if (!context) return;
  void context.resume();
  for (const [index, frequency] of TONES[tone].entries()) {
    const begins = context.currentTime + index * NOTE_S;
    const oscillator = context.createOscillator();
    const loudness = context.createGain();
    oscillator.type = tone === 'bad' ? 'square' : 'sine';
    oscillator.frequency.value = frequency;
    loudness.gain.setValueAtTime(tone === 'bad' ? 0.12 : 0.25, begins);
    loudness.gain.exponentialRampToValueAtTime(0.001, begins + NOTE_S);
    oscillator.connect(loudness).connect(context.destination);
    oscillator.start(begins);
    oscillator.stop(begins + NOTE_S);
  }
}

/** Tones of a scan, which can be muted on this tablet; a phone trembles as well where a code does not fit. */
export function useTones(): { isMuted: boolean; toggle: () => void; sound: (tone: Tone) => void } {
  const [isMuted, setIsMuted] = useState(() => lookOf('tones') === 'muted');
  return {
    isMuted,
    toggle: () => {
      keepLook('tones', isMuted ? 'on' : 'muted');
      setIsMuted(!isMuted);
    },
    sound: (tone) => {
      if (!isMuted) play(tone);
      if (tone !== 'ok' && 'vibrate' in navigator)
        navigator.vibrate(tone === 'bad' ? [120, 60, 120] : 60);
    },
  };
}
