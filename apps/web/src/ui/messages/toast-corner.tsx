import { Toast } from '@base-ui/react/toast';
import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { IconButton } from '../buttons/button.tsx';
import * as styles from './toast.module.css';

export type ToastText = { title: string; detail?: string; undo?: () => void };
/** Toast of this page; `at` is an ISO instant. */
export type SaidToast = ToastText & { id: number; kind: 'ok' | 'bad'; at: string };

type ToastCornerProps = {
  /** ID of the newest toast. */
  last: number;
  /** Returns the toasts that have not been shown yet, once. */
  take: () => readonly SaidToast[];
};

/** Toasts close by themselves after five seconds (specification 1); one with Undo after ten. */
const CLOSES_AFTER_MS = 5_000;
const UNDO_CLOSES_AFTER_MS = 10_000;

/**
 * Corner for toasts: bottom right, newest last; their timers pause on hover, focus or in a hidden
 * tab.
 */
export function ToastCorner(props: ToastCornerProps) {
  return (
    <Toast.Provider timeout={CLOSES_AFTER_MS}>
      <Toast.Portal>
        <Toast.Viewport className={styles.corner} role="status" aria-label={undefined}>
          <ToastList {...props} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ last, take }: ToastCornerProps) {
  const { toasts, add, close } = Toast.useToastManager<SaidToast>();
  useEffect(() => {
    for (const one of take())
      add({ data: one, ...(one.undo && { timeout: UNDO_CLOSES_AFTER_MS }) });
  }, [last, take, add]);
  return toasts.map(
    (one) => one.data && <ToastBox key={one.id} toast={one} said={one.data} close={close} />,
  );
}

type ToastBoxProps = {
  toast: Toast.Root.ToastObject<SaidToast>;
  said: SaidToast;
  close: (id: string) => void;
};

function ToastBox({ toast, said: { kind, title, detail, undo }, close }: ToastBoxProps) {
  const ToastIcon = kind === 'ok' ? IconCircleCheck : IconAlertCircle;
  return (
    <Toast.Root toast={toast} role="group" aria-modal={undefined} className={styles.toast}>
      <ToastIcon
        size={20}
        stroke={1.75}
        className={kind === 'ok' ? styles.ok : styles.bad}
        aria-hidden
      />
      <div>
        <Toast.Title render={<p />}>{title}</Toast.Title>
        {detail && <Toast.Description render={<small />}>{detail}</Toast.Description>}
      </div>
      {undo ? (
        <button
          type="button"
          className="link"
          onClick={() => {
            undo();
            close(toast.id);
          }}
        >
          Undo
        </button>
      ) : (
        <IconButton label="Close" onClick={() => close(toast.id)}>
          <IconX size={16} aria-hidden />
        </IconButton>
      )}
    </Toast.Root>
  );
}
