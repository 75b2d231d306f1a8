import { IconCheck } from '@tabler/icons-react';
import './steps.css';

/** One step of a wizard: its name, and in short what came of it. */
export type Step = { label: string; detail?: string | undefined };

/** The way through a wizard: what is done, where one is, what follows. */
export function Steps({ steps, current }: { steps: readonly Step[]; current: number }) {
  return (
    <ol className="steps" aria-label="Steps">
      {steps.map(({ label, detail }, index) => (
        <li key={label} className={index < current ? 'done' : undefined} aria-current={index === current ? 'step' : undefined}>
          <span className="step-mark num">{index < current ? <IconCheck size={14} stroke={2.25} aria-hidden /> : index + 1}</span>
          <div>
            <span className="md">{label}</span>
            {detail && <small title={detail}>{detail}</small>}
          </div>
        </li>
      ))}
    </ol>
  );
}
