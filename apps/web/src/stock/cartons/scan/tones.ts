import { useState } from 'react';
import { keepLook, getLook } from '#web/lib/lists/saved-looks.ts';

/** Tones of a scan: frequencies in Hz, in order. */
const TONES = { ok: [880, 1_320], repeat: [660, 660], bad: [220, 165] } as const;
export type Tone = keyof typeof TONES;
const NOTE_S = 0.11;

let context: AudioContext | undefined;

function play(tone: Tone): void {
  // The scan's key press or tap has allowed sound by then; without AudioContext it stays silent.
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

/**
 * Plays the tones of a scan, which can be muted on this tablet; a phone also vibrates if a code
 * does not match.
 */
export function useTones(): { isMuted: boolean; toggle: () => void; sound: (tone: Tone) => void } {
  const [isMuted, setIsMuted] = useState(() => getLook('tones') === 'muted');
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
