import type { Ref } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import * as statementStyles from '#web/reports/reports/result/statement.module.css';
import type { Moved } from './moved-figures.ts';
import * as cardStyles from '#web/ui/layout/card.module.css';
import { TableHead } from '#web/ui/layout/table-head.tsx';
import * as styles from './close-out.module.css';

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
    <section className={`${cardStyles.card} ${styles.stepCard}`} aria-labelledby="moved-title">
      <div className={styles.stepHead}>
        <h2 id="moved-title" className="section-heading" tabIndex={-1} ref={headingRef}>
          Figures changed
        </h2>
        <p className="subdued">
          Since you last saw them. Your count is kept. If the expected money changed, give the
          reason again.
        </p>
      </div>
      <div className={`${styles.stepContent} stack`}>
        <Notice kind={isRefused ? 'bad' : 'warn'}>
          {isRefused
            ? 'The close-out was not finished, and nothing was changed. Review these figures first.'
            : 'Review these figures before you finish.'}
        </Notice>
        {figures.length > 0 && (
          <div className={statementStyles.statement} data-part="statement">
            <div
              className={statementStyles.statementScroll}
              tabIndex={0}
              role="region"
              aria-label="Figures that changed while counting"
            >
              <table>
                <TableHead heads={['Figure', { right: 'Before' }, { right: 'Now' }]} />
                <tbody>
                  {figures.map(({ figure, before, now }) => (
                    <tr key={figure}>
                      <th scope="row">{figure}</th>
                      <td className="align-right">{before}</td>
                      <td className="align-right semibold">{now}</td>
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
      <ul className={styles.openPoints}>
        {points.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
