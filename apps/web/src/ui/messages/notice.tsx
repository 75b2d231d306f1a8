import { ApiError } from '@pos/contract/client';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCloudOff,
  IconInfoCircle,
  IconRefresh,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '../buttons/button.tsx';
import { CopyButton } from '../buttons/copy-button.tsx';
import * as styles from './notice.module.css';
import { useDelay } from '../hooks/use-delay.ts';

const ICONS = {
  info: IconInfoCircle,
  warn: IconAlertTriangle,
  bad: IconAlertCircle,
  ok: IconCircleCheck,
  quiet: IconInfoCircle,
};

type NoticeProps = { kind: keyof typeof ICONS; children: ReactNode; action?: ReactNode };

/** Message that stays on the page. `bad` is announced at once. */
export function Notice({ kind, children, action }: NoticeProps) {
  const NoticeIcon = ICONS[kind];
  return (
    <div
      className={styles.notice}
      data-tone={kind}
      data-part="notice"
      role={kind === 'bad' ? 'alert' : undefined}
    >
      <NoticeIcon size={18} stroke={1.75} aria-hidden />
      <div>{children}</div>
      {action}
    </div>
  );
}

type EmptyProps = {
  title: string;
  heading?: 'h1' | 'h2';
  text?: ReactNode;
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  actions?: ReactNode;
  children?: ReactNode;
};

/** Empty state: one sentence, and what to do next. */
export function Empty({
  title,
  heading: Heading = 'h2',
  text,
  icon: ArtIcon,
  actions,
  children,
}: EmptyProps) {
  return (
    <div className={styles.empty} data-part="empty">
      {ArtIcon && (
        <span className={styles.picture} aria-hidden>
          <ArtIcon size={28} stroke={1.5} />
        </span>
      )}
      <Heading {...(Heading === 'h1' && { tabIndex: -1 })}>{title}</Heading>
      {text && <p>{text}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
      {children}
    </div>
  );
}

type ErrorNoticeProps = { what: string; error: unknown; retry?: () => void };

/**
 * Load error: the reason and, unless the record does not exist, Try again and the reference for the
 * server's log.
 */
export function ErrorNotice({ what, error, retry }: ErrorNoticeProps) {
  const { message, reference } = failureText(error);
  const isMissing = error instanceof ApiError && error.status === 404;
  const ErrorIcon = isMissing ? IconInfoCircle : IconCloudOff;
  return (
    <div className={styles.empty} data-part="empty" role="alert">
      <span className={`${styles.picture} ${styles.bad}`} aria-hidden>
        <ErrorIcon size={28} stroke={1.5} />
      </span>
      <h2>{isMissing ? 'Not found' : `${what} could not be loaded`}</h2>
      <p>{message}</p>
      {retry && !isMissing && (
        <div className={styles.actions}>
          <Button onClick={retry}>
            <IconRefresh size={16} aria-hidden /> Try again
          </Button>
        </div>
      )}
      {reference && !isMissing && <Reference id={reference} />}
    </div>
  );
}

type UnloadedProps = { what: string; error: unknown; retry: () => unknown; children: ReactNode };

/** In place of what is not loaded: the error, or `children` while it is on its way. */
export function Unloaded({ what, error, retry, children }: UnloadedProps) {
  return error ? <ErrorNotice what={what} error={error} retry={() => void retry()} /> : children;
}

/** Reference that finds a failure in the server's log. */
export function Reference({ id }: { id: string }) {
  return (
    <p className={`caption row ${styles.reference}`}>
      <span>Reference</span> <span className="monospace">{id}</span>{' '}
      <CopyButton text={id} label="Copy reference" />
    </p>
  );
}

type SkeletonProps = { width?: number | string; height?: number };

/** Gray bar in place of text that is loading. */
export function Skeleton({ width = '100%', height = 12 }: SkeletonProps) {
  return (
    <span className={styles.skeleton} data-part="skeleton" aria-hidden style={{ width, height }} />
  );
}

/** Renders its children only after 200 ms, so that a quick answer does not flicker. */
export function AfterDelay({ ms = 200, children }: { ms?: number; children: ReactNode }) {
  return useDelay(ms) ? children : null;
}

/** A skeleton that a quick answer does not let appear. */
export function DelayedSkeleton(props: SkeletonProps) {
  return (
    <AfterDelay>
      <Skeleton {...props} />
    </AfterDelay>
  );
}

/** Covers the screen after 400 ms: while the session is restored or work blocks everything. */
export function Overlay({ text }: { text: string }) {
  return (
    <AfterDelay ms={400}>
      <div className={styles.overlay} role="status">
        <span className={styles.bar} aria-hidden />
        {text}
      </div>
    </AfterDelay>
  );
}
