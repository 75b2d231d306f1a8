import { useId, type ReactNode } from 'react';

/** Card of one step; its heading takes the focus when the step opens. */
export function StepCard({
  title,
  intro,
  rows = false,
  children,
}: {
  title: string;
  intro?: ReactNode;
  rows?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card step-card" aria-labelledby={id}>
      <div className="step-head">
        <h2 id={id} className="h-section" tabIndex={-1}>
          {title}
        </h2>
        {intro && <p className="t2">{intro}</p>}
      </div>
      <div className={rows ? 'card-rows' : 'card-b'}>{children}</div>
    </section>
  );
}
