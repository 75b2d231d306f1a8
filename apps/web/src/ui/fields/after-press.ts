let isPressed = false;
let waiting: (() => void)[] = [];

function release(): void {
  isPressed = false;
  // The click comes with the release; what it does goes first.
  setTimeout(() => {
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  });
}

document.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
for (const end of ['pointerup', 'pointercancel'] as const)
  document.addEventListener(end, release, { capture: true });

/**
 * Runs the task at once, or when the pointer is released: a message that appears while a button is
 * pressed would move the button, and the click would be lost.
 */
export function afterPress(task: () => void): void {
  if (isPressed) waiting.push(task);
  else task();
}
