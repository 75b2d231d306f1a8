let context: AudioContext | undefined;

/** Plays a short tone for a scan that was understood, two low ones for one that was not. */
export function playTone(kind: 'good' | 'bad'): void {
  try {
    context ??= new AudioContext();
    const tones =
      kind === 'good'
        ? [[880, 0]]
        : [
            [330, 0],
            [260, 0.14],
          ];
    for (const [frequency = 440, delay = 0] of tones) {
      const oscillator = context.createOscillator();
      const volume = context.createGain();
      oscillator.frequency.value = frequency;
      volume.gain.value = 0.12;
      oscillator.connect(volume).connect(context.destination);
      oscillator.start(context.currentTime + delay);
      oscillator.stop(context.currentTime + delay + 0.09);
    }
    if ('vibrate' in navigator) navigator.vibrate(kind === 'good' ? 30 : [60, 60, 60]);
  } catch {
    // A device without sound says it by the screen alone.
  }
}
