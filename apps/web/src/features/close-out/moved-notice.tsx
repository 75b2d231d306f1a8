import type { Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import '#web/features/reports/result/statement.css';
import type { Moved } from './moved-figures.ts';

type MovedProps = {
  moved: Moved;
  isRefused: boolean;
  headingRef: Ref<HTMLHeadingElement>;
  acknowledge: () => void;
};

/**
 * Shows the changes since the person last saw the figures; they must be acknowledged before
 * signing.
 */
export function MovedNotice({
  moved: { figures, added, settled },
  isRefused,
  headingRef,
  acknowledge,
}: MovedProps) {
  return (
    <section className="card step-card moved" aria-labelledby="moved-title">
      <div className="step-head">
        <h2 id="moved-title" className="h-section" tabIndex={-1} ref={headingRef}>
          Figures changed
        </h2>
        <p className="t2">
          Since you last saw them. Your count is kept. If the expected money changed, give the
          reason again.
        </p>
      </div>
      <div className="card-b stack">
        <Notice kind={isRefused ? 'bad' : 'warn'}>
          {isRefused
            ? 'The close-out was not finished, and nothing was changed. Review these figures first.'
            : 'Review these figures before you finish.'}
        </Notice>
        {figures.length > 0 && (
          <div className="statement">
            <div
              className="statement-scroll"
              tabIndex={0}
              role="region"
              aria-label="Figures that changed while counting"
            >
              <table>
                <thead>
                  <tr>
                    <th scope="col">Figure</th>
                    <th scope="col" className="r">
                      Before
                    </th>
                    <th scope="col" className="r">
                      Now
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {figures.map(({ figure, before, now }) => (
                    <tr key={figure}>
                      <th scope="row">{figure}</th>
                      <td className="r">{before}</td>
                      <td className="r sb">{now}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </div>
        )}
        <Points title="New points" points={added} />
        <Points title="No longer open" points={settled} />
        {figures.length + added.length + settled.length === 0 && (
          <p>Orders, evening counts or return counts changed; the sums are the same.</p>
        )}
        <div>
          <Button variant="primary" onClick={acknowledge}>
            I have reviewed the changes
          </Button>
        </div>
      </div>
    </section>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className="open-points">
        {points.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
