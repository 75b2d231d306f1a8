import { openReader } from './reader.ts';

/**
 * Reason why the camera cannot be used: not allowed by a person or the address, none there, used by
 * another app, or our reader is not on the device.
 */
export type CameraTrouble = 'refused' | 'missing' | 'busy' | 'unloaded';

/** Time between two looks at the picture (ms): quick for a hand, easy on the battery. */
const LOOK_MS = 100;
/** Time that a code has to be away before it counts once more (ms). */
const AWAY_MS = 1_200;
/** Width of the picture that is read (px): enough for the bars of a book at a hand's distance. */
const READ_WIDTH = 960;

/**
 * Shows the camera in the video and gives each code that it sees, until it is stopped. `onReady` is
 * called once it can read.
 */
export async function watchCamera(
  video: HTMLVideoElement,
  { onReady, onCode }: { onReady: () => void; onCode: (text: string) => void },
  signal: AbortSignal,
): Promise<void> {
  const stream = await openCamera();
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  signal.addEventListener('abort', stop);
  if (signal.aborted) return stop();
  video.srcObject = stream;
  await video.play().catch(() => undefined);
  const read = await openReader().catch(() => {
    stop();
    throw new CameraError('unloaded');
  });
  onReady();
  const canvas = document.createElement('canvas');
  let last = { text: '', at: 0 };
  const isOpen = () => !signal.aborted;
  while (isOpen()) {
    if (drawShown(video, canvas)) {
      const text = await read(canvas).catch(() => null);
      const now = performance.now();
      if (!isOpen()) return;
      if (text !== null) {
        const isNew = text !== last.text || now - last.at > AWAY_MS;
        last = { text, at: now };
        if (isNew) onCode(text);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Trouble with the camera; `reason` has its words. */
export class CameraError extends Error {
  readonly reason: CameraTrouble;
  constructor(reason: CameraTrouble) {
    super(`The camera cannot be used: ${reason}`);
    this.reason = reason;
  }
}

async function openCamera(): Promise<MediaStream> {
  // Undefined where the address is not secure.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new CameraError('refused');
  try {
    return await devices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError' || name === 'SecurityError') throw new CameraError('refused');
    throw new CameraError(name === 'NotReadableError' ? 'busy' : 'missing');
  }
}

/** Draws the part of the picture that a person sees, which fills its box. False without one yet. */
function drawShown(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  if (videoWidth === 0 || clientWidth === 0) return false;
  const scale = Math.max(clientWidth / videoWidth, clientHeight / videoHeight);
  const [width, height] = [clientWidth / scale, clientHeight / scale];
  canvas.width = Math.min(READ_WIDTH, Math.round(width));
  canvas.height = Math.max(1, Math.round((canvas.width * height) / width));
  const [left, top] = [(videoWidth - width) / 2, (videoHeight - height) / 2];
  canvas
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return true;
}
