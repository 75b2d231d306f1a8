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
  // First sale
  walkStep: '{at, number} of {of, number}',
  walkSkip: 'Skip',
  walk_scan: 'Scan any book, or tap the search and type a letter of its title.',
  walk_pay: 'The book is in the sale. Tap Pay.',
  walk_cash: 'Tap Cash, then the bill that they give you.',
  walk_change: 'Give back what it says, then tap Next customer.',
  walkEnd: 'That was a whole sale',
  walkTipNetwork: 'No network? Keep selling. Sales are safe on this device and are sent later.',
  walkTipCard: 'A child with an EWallet card: scan the card first, then the books.',
  walkSell: 'Start selling',
  walkAgain: 'Once more',
  // Card without an answer
  pendingTitle: 'The terminal has not answered',
  pending1: 'Wait a minute',
  pending1Text: 'It often answers late. Do not charge the card again meanwhile.',
  pending2: 'Look at its screen or slip',
  pending2Text:
    'Approved: type the four digits and tap “It says Approved”. Declined: take another way to pay.',
  pending3: 'Still nothing? Let the books go',
  pending3Text:
    'The sale is kept with an open payment. Your book fair company compares it with the terminal.',
  pendingWait: 'Wait for the terminal',
  pendingGo: 'Let the books go, payment open',
} as const;
