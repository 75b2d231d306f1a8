import { IconAlertTriangle, IconArrowLeft, IconSchool } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useWalk } from '#register/app/walk.ts';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';
import { Bar } from './bar.tsx';

const Coach = lazy(() => import('#register/screens/walk/coach.tsx'));

type FrameProps = {
  children: ReactNode;
  money?: ReactNode;
  /** Keys, shown on wide screens only. */
  rail?: ReactNode;
  isLate?: boolean;
  className?: string;
};

/** The frame of every screen: the bar, the work on the left, the money on the right. */
export function Frame({ children, money, rail, isLate = false, className = '' }: FrameProps) {
  const say = useSay();
  const till = useTill();
  const { training } = useTillState();
  const step = useWalk();
  return (
    <div className={`till ${training ? 'is-training' : ''}`}>
      {training && (
        <div className="train" role="status">
          <IconSchool className="ic" />
          {step ? (
            <Suspense>
              <Coach step={step} />
            </Suspense>
          ) : (
            <span>
              <b>{say('practice')}</b> <span className="train-more">{say('practiceText')}</span>
            </span>
          )}
          <span className="grow" />
          <Button className="b sm" onClick={() => till.setTraining(false)}>
            {say('endPractice')}
          </Button>
        </div>
      )}
      <Bar isLate={isLate} />
      <div className={`body ${money ? '' : 'one'} ${rail ? 'railed' : ''}`}>
        {rail}
        <main className={`work ${className}`}>{children}</main>
        {money && (
          <aside className="money" aria-label={say('amount')}>
            {money}
          </aside>
        )}
      </div>
    </div>
  );
}

type HeadProps = {
  title: string;
  text?: string | undefined;
  onBack?: () => void;
  backLabel?: string;
};

/** Heading of a step with the way back. It takes the focus, so that a reader begins here. */
export function Head({ title, text, onBack, backLabel }: HeadProps) {
  const say = useSay();
  return (
    <div className="head">
      {onBack && (
        <Button className="back" aria-label={backLabel ?? say('back')} onClick={onBack}>
          <IconArrowLeft className="ic" />
        </Button>
      )}
      <div className="grow">
        <Title>{title}</Title>
        {text && <p className="label">{text}</p>}
      </div>
    </div>
  );
}

/** The heading of a screen, which takes the focus when the screen opens. */
export function Title({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** A sentence that needs attention. */
export function Notice({ text }: { text: string }) {
  return (
    <div className="note warn notice" role="alert">
      <IconAlertTriangle className="ic" />
      <span>{text}</span>
    </div>
  );
}
