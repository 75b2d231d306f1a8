/** Result of a scanned code: counted, unknown, scanned before, or of another fair. */
export type ScanOutcome = 'hit' | 'miss' | 'duplicate' | 'foreign';

/**
 * Tones of a result, in order: pitch in hertz and length in seconds. They tell results apart
 * without looking.
 */
const TONES: Record<ScanOutcome, readonly { pitch: number; seconds: number }[]> = {
  hit: [{ pitch: 1_320, seconds: 0.07 }],
  duplicate: [
    { pitch: 880, seconds: 0.07 },
    { pitch: 880, seconds: 0.07 },
  ],
  miss: [{ pitch: 220, seconds: 0.35 }],
  foreign: [
    { pitch: 440, seconds: 0.12 },
    { pitch: 220, seconds: 0.25 },
  ],
};
const PAUSE_SECONDS = 0.05;
const VOLUME = 0.15;

let audio: AudioContext | undefined;

/** Plays a result; silent if the browser has no sound. The text on the screen says the same. */
export function playTone(outcome: ScanOutcome): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => undefined);
  let at = audio.currentTime;
  for (const { pitch, seconds } of TONES[outcome]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = outcome === 'hit' ? 'sine' : 'square';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, at);
    volume.gain.linearRampToValueAtTime(0, at + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds + PAUSE_SECONDS;
  }
}
