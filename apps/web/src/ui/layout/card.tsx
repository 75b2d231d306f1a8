import { useId, type CSSProperties, type ReactNode } from 'react';
import * as styles from './card.module.css';

type CardProps = {
  title?: string;
  /** Muted number after the title: "Needs attention 3". */
  count?: number;
  intro?: ReactNode | undefined;
  /** Content to the right of the title. */
  aside?: ReactNode;
  /** Children run edge to edge under a hairline, for lists and tables. */
  rows?: boolean;
  children: ReactNode;
};

/** Bordered surface. Divide its content by hairlines, never by another card. */
export function Card({ title, count, intro, aside, rows = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} data-part="card" aria-labelledby={title && id}>
      {(title || aside) && (
        <div className={styles.header}>
          <h2 id={id}>
            {title} {count !== undefined && <small className="numeric">{count}</small>}
          </h2>
          {aside}
        </div>
      )}
      {intro && <p className={styles.intro}>{intro}</p>}
      <div
        className={rows ? styles.rows : styles.body}
        data-part={rows ? 'card-rows' : 'card-body'}
      >
        {children}
      </div>
    </section>
  );
}

type FactsProps = { facts: readonly (readonly [label: string, value: ReactNode])[] };

/** Label and value per line, values on the right. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts} data-part="facts">
      {facts.map(([label, value]) => [
        <dt key={`${label}-label`}>{label}</dt>,
        <dd key={label}>{value}</dd>,
      ])}
    </dl>
  );
}

/** Key figure: label, value and a muted line below. */
export type KeyNumber = { label: string; value: ReactNode; detail?: ReactNode };

type KeyNumbersProps = { numbers: readonly KeyNumber[]; bare?: boolean };

/** Key figures of a page in one card divided by hairlines; `bare` inside a card. */
export function KeyNumbers({ numbers, bare = false }: KeyNumbersProps) {
  const classes = [styles.numberStrip, bare && styles.bare, numbers.length <= 5 && styles.few]
    .filter(Boolean)
    .join(' ');
  return (
    <dl
      className={classes}
      data-part="key-numbers"
      data-few={numbers.length <= 5 || undefined}
      style={{ '--tiles': numbers.length } as CSSProperties}
    >
      {numbers.map(({ label, value, detail }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {detail !== undefined && <dd className={styles.detail}>{detail}</dd>}
        </div>
      ))}
    </dl>
  );
}
