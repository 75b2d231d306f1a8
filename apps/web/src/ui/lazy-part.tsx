import { Component, Suspense, use, type ComponentType, type ReactNode } from 'react';
import { partLoader } from '#web/lib/load-part.ts';
import { ChunkLoadError, reloadNow } from '#web/lib/new-version.ts';
import * as styles from './lazy-part.module.css';
import { Notice } from './notice.tsx';

let Waiting: ComponentType<{ onEscape: () => void }> | undefined;

/**
 * Sets what is rendered instead of a dialog or drawer that is loading. The login page, which has
 * none, does not load it.
 */
export function renderWhileLoading(waiting: typeof Waiting): void {
  Waiting = waiting;
}

/**
 * A part inside a screen that is loaded when it is first shown: a dialog, a panel, a chart. Where it
 * cannot be loaded the screen stays as it is, and a notice offers to try again. A part with
 * `onClose` is a dialog or drawer, which the keys are for from the start.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const loadPart = partLoader(load);
  // A failed promise stays until the failure has been shown: rendering it again must not load again.
  let loading: Promise<ComponentType<Props>> | undefined;
  const forgetFailure = (): void => {
    loading = undefined;
  };
  function Part(props: Props) {
    const Loaded = use((loading ??= loadPart()));
    return <Loaded {...props} />;
  }
  return function LazyPart(props: Props) {
    const onClose = closerIn(props);
    const part = <Part {...props} />;
    return (
      <PartBoundary onClose={onClose} onRetry={forgetFailure}>
        {onClose && Waiting ? (
          <Suspense fallback={<Waiting onEscape={onClose} />}>{part}</Suspense>
        ) : (
          part
        )}
      </PartBoundary>
    );
  };
}

/** Closes the dialog or panel that could not be loaded; undefined for a part that is always there. */
function closerIn(props: object): (() => void) | undefined {
  return 'onClose' in props && typeof props.onClose === 'function'
    ? (props.onClose as () => void)
    : undefined;
}

type BoundaryProps = {
  onClose: (() => void) | undefined;
  /** Called before the part is loaded again. */
  onRetry: () => void;
  children: ReactNode;
};

class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  /** A part that is closed after a failure loads again the next time it opens. */
  override componentWillUnmount(): void {
    if ((this.state as { error: unknown }).error !== undefined) this.props.onRetry();
  }

  retry = (): void => {
    this.props.onRetry();
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state as { error: unknown };
    if (error === undefined) return this.props.children;
    // Everything else is for the error page of the screen.
    if (!(error instanceof ChunkLoadError)) throw error;
    const { onClose } = this.props;
    return (
      <div className={styles.partFailed}>
        <Notice
          kind="bad"
          action={
            <span className="row">
              <button type="button" onClick={this.retry}>
                Try again
              </button>
              <button type="button" onClick={() => void reloadNow()}>
                Reload
              </button>
              {onClose && (
                <button type="button" onClick={onClose}>
                  Close
                </button>
              )}
            </span>
          }
        >
          {error.message}
        </Notice>
      </div>
    );
  }
}
