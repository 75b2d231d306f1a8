import { IconChevronLeft } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from '../buttons/link.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '../messages/notice.tsx';
import * as styles from './record.module.css';
import * as cardStyles from './card.module.css';

type RecordPageProps = {
  /** List that the record was opened from. */
  back: { to: string; label: string };
  title: ReactNode;
  tools?: ReactNode;
  /** Heading level: `h2` if the page around it has the `h1`. */
  level?: 'h1' | 'h2';
  children: ReactNode;
};

/**
 * Record shown in place of its list where there is no room beside it; its heading takes the focus.
 */
export function RecordPage({
  back,
  title,
  tools,
  level: Heading = 'h1',
  children,
}: RecordPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className={styles.head} data-part="record-head">
        <Link to={back.to} className="row">
          <IconChevronLeft size={16} aria-hidden /> {back.label}
        </Link>
        <div className="row spread wrapping">
          <Heading ref={heading} tabIndex={-1}>
            {title}
          </Heading>
          {tools}
        </div>
      </div>
      <section className={`${cardStyles.card} ${styles.card}`}>{children}</section>
    </>
  );
}

/**
 * Body of an open record, or a skeleton or error. `what` names the record at the start of a
 * sentence: "The order".
 */
export function RecordBody<T>({
  query: { data, error, refetch },
  what,
  children,
}: {
  query: UseQueryResult<T>;
  what: string;
  children: (record: T) => ReactNode;
}): ReactNode {
  if (data !== undefined) return children(data);
  if (error) return <ErrorNotice what={what} error={error} retry={() => void refetch()} />;
  return (
    <AfterDelay>
      {['60%', '85%', '70%', '90%', '40%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </AfterDelay>
  );
}

type RecordPartProps = { title: string; level: 'h2' | 'h3'; children: ReactNode };

/** Titled section of an open record. */
export function RecordPart({ title, level: Heading, children }: RecordPartProps) {
  return (
    <section className={`${styles.part} stack gap-8`}>
      <Heading>{title}</Heading>
      {children}
    </section>
  );
}
