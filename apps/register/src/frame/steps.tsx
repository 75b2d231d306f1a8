import type { ReactNode } from 'react';

type Step = { head: string; text: string; action?: ReactNode };

type StepsProps = { steps: Step[]; now: number; className?: string };

/** Numbered steps of one action each. The first ones, `now`, stand out. */
export function Steps({ steps, now, className = '' }: StepsProps) {
  return (
    <ol className={`steps ${className}`}>
      {steps.map(({ head, text, action }, index) => (
        <li key={head}>
          <span className={index < now ? 'n f' : 'n'}>{index + 1}</span>
          <span>
            <b>{head}</b>
            <small>{text}</small>
          </span>
          {action}
        </li>
      ))}
    </ol>
  );
}
