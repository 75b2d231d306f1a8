import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import './toast.css';

/** Toasts close by themselves after five seconds (specification 1); one with Undo after ten. */
const CLOSES_AFTER_MS = 5_000;
const UNDO_CLOSES_AFTER_MS = 10_000;
const MAX_TOASTS = 3;

type ToastText = { title: string; detail?: string; undo?: () => void };
type Toast = ToastText & { id: number; kind: 'ok' | 'bad' };
/** Toast in the history; `at` is an ISO instant. */
export type SaidToast = {
  id: number;
  kind: 'ok' | 'bad';
  title: string;
  detail?: string;
  at: string;
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** All toasts since the page was loaded, newest first: they can be read again in the bell. */
let said: readonly SaidToast[] = [];
const MAX_ANNOUNCED = 20;

function add(kind: Toast['kind'], text: string | ToastText): void {
  lastId += 1;
  const { title, detail } = typeof text === 'string' ? { title: text } : text;
  said = [
    {
      id: lastId,
      kind,
      title,
      ...(detail !== undefined && { detail }),
      at: new Date().toISOString(),
    },
    ...said,
  ].slice(0, MAX_ANNOUNCED);
  update(
    [...toasts, { id: lastId, kind, ...(typeof text === 'string' ? { title: text } : text) }].slice(
      -MAX_TOASTS,
    ),
  );
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

function close(id: number): void {
  update(toasts.filter((other) => other.id !== id));
}

/**
 * Corner for toasts: bottom right, newest last; their timer pauses on hover, focus or in a hidden
 * tab.
 */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  const [isHeld, setIsHeld] = useState(false);
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);
  return (
    <div
      className="toasts"
      role="status"
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {shown.map((one) => (
        <ToastBox
          key={one.id}
          toast={one}
          isPaused={isHeld || isHidden}
          onClose={() => {
            close(one.id);
            setIsHeld(false);
          }}
        />
      ))}
    </div>
  );
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function ToastBox({
  toast: { id, kind, title, detail, undo },
  isPaused,
  onClose,
}: {
  toast: Toast;
  isPaused: boolean;
  onClose: () => void;
}) {
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => close(id), undo ? UNDO_CLOSES_AFTER_MS : CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, isPaused, undo]);
  const ToastIcon = kind === 'ok' ? IconCircleCheck : IconAlertCircle;
  return (
    <div className="toast">
      <ToastIcon size={20} stroke={1.75} className={kind} aria-hidden />
      <div>
        <p>{title}</p>
        {detail && <small>{detail}</small>}
      </div>
      {undo ? (
        <button
          type="button"
          className="link"
          onClick={() => {
            undo();
            onClose();
          }}
        >
          Undo
        </button>
      ) : (
        <IconButton label="Close" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
