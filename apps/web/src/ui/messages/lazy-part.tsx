import { Component, Suspense, use, type ComponentType, type ReactNode } from 'react';
import { partLoader } from '#web/lib/api/load-part.ts';
import { ChunkLoadError, reloadNow } from '#web/lib/live/new-version.ts';
import * as styles from './lazy-part.module.css';
import { Notice } from './notice.tsx';

/** Wraps a dialog or drawer: see `withTypingAhead`. */
type WrapOverlay = (part: ReactNode, onClose: () => void) => ReactNode;
let wrap: WrapOverlay = (part) => part;

/** Sets how dialogs and drawers are wrapped. The login page has none, and does not load it. */
export function wrapOverlays(next: WrapOverlay): void {
  wrap = next;
}

type PropsIn<Part> = Part extends (props: infer Props extends object) => ReactNode ? Props : never;

/**
 * A part inside a screen that is loaded when it is first shown, such as a dialog, a panel or a chart:
 * the component `name` of a module. Where it cannot be loaded the screen stays as it is, and a notice
 * offers to try again. A part with `onClose` is a dialog or drawer, which the keys are for from the
 * start.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): (props: PropsIn<Module[Name]>) => ReactNode {
  type Props = PropsIn<Module[Name]>;
  const loadPart = partLoader(async () => (await load())[name] as ComponentType<Props>);
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
    const { onClose } = props as { onClose?: () => void };
    const part = <Part {...props} />;
    return (
      <PartBoundary onClose={onClose} onRetry={forgetFailure}>
        {onClose ? wrap(part, onClose) : part}
      </PartBoundary>
    );
  };
}

/**
 * A lazy part that nothing waits for: it appears once it is loaded. Without the boundary the whole
 * screen would wait, and a field would lose the focus at its first letter.
 */
export function asidePart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): (props: PropsIn<Module[Name]>) => ReactNode {
  const Part = lazyPart(load, name);
  return function AsidePart(props: PropsIn<Module[Name]>) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

type BoundaryProps = {
  /** Closes the dialog or panel; undefined for a part that is always there. */
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
