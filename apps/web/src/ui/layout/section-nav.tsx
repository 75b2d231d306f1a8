import { useEffect, useState } from 'react';
import * as styles from './section-nav.module.css';

/** Section of a long form: the ID of its element, and its name. */
export type Section = { id: string; label: string };

/** Links to the sections of a long form, with the current one marked. */
export function SectionNav({ sections }: { sections: readonly Section[] }) {
  const [current, setCurrent] = useSectionInView(sections);
  return (
    <nav className={styles.sectionNav} aria-label="Sections of this form">
      <ol>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => {
                // Not in the address: going back must leave the form, not scroll it.
                event.preventDefault();
                goTo(id);
                setCurrent(id);
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function goTo(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  section?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
}

function useSectionInView(sections: readonly Section[]) {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          inView[isIntersecting ? 'add' : 'delete'](target.id);
        const first = sections.find(({ id }) => inView.has(id));
        if (first) setCurrent(first.id);
      },
      { rootMargin: '-128px 0px -50% 0px' },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);
  return [current, setCurrent] as const;
}
