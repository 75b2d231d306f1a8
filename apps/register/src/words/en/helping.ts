/** English words of help and hardware, which load with their screens. */
export const helping = {
  // Camera
  cameraClose: 'Close the camera',
  camera: 'Camera',
  cameraOpening: 'The camera opens',
  cameraHint: 'Hold the barcode into the frame.',
  cameraNext: 'Read. Show the next one, or the same once more.',
  camera_refused: 'The camera is not allowed',
  camera_refused_text:
    'Tap the sign before the address and allow the camera, or allow it in the settings of this device. Then open it again. Search works without it.',
  camera_missing: 'No camera was found',
  camera_missing_text: 'Connect one, or type the title in the search.',
  camera_busy: 'Another app has the camera',
  camera_busy_text: 'Close that app, then open the camera again.',
  camera_unloaded: 'The camera cannot read yet',
  camera_unloaded_text: 'Move to the Wi-Fi once, then open it again.',
} as const;
