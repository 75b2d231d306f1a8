import type { Carton, UnexpectedCode } from '@pos/contract/stock/cartons';
import { formatCount } from '@pos/contract/values/counts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { contentWords, MISSING } from '../carton-words.ts';
import { findCarton } from './scan.rules.ts';
import * as styles from './scan.module.css';

type MissingListProps = { missing: readonly Carton[]; onHere: (code: string) => void };

/** Cartons not scanned yet; one with an unreadable code is checked off by hand. */
export function MissingList({ missing, onHere }: MissingListProps) {
  return (
    <Card title="Still missing" count={missing.length} rows>
      {missing.length === 0 ? (
        <p className={styles.none}>Every carton is scanned.</p>
      ) : (
        <ul className={`${styles.list} lined`}>
          {missing.map((carton) => (
            <li key={carton.id}>
              <div>
                <span className="monospace semibold">{carton.code}</span>{' '}
                {MISSING.includes(carton.status) && (
                  <StatusPill status={{ label: 'Reported', meaning: 'bad' }} />
                )}
                <small>{[carton.label, contentWords(carton)].filter(Boolean).join(', ')}</small>
              </div>
              <Button
                size="sm"
                variant="quiet"
                aria-label={`It is here: ${carton.code}`}
                onClick={() => onHere(carton.code)}
              >
                It is here
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type SavedScanListProps = {
  codes: readonly string[];
  cartons: readonly Carton[];
  onForget: () => void;
};

/** Scans on this tablet that are not sent yet, newest first. */
export function SavedScanList({ codes, cartons, onForget }: SavedScanListProps) {
  if (codes.length === 0) return null;
  return (
    <Card
      title="Scanned on this tablet"
      count={codes.length}
      rows
      aside={
        <Button size="sm" variant="tertiary" onClick={onForget}>
          Start over
        </Button>
      }
    >
      <ul className={`${styles.list} lined`}>
        {codes.toReversed().map((code) => {
          const carton = findCarton(cartons, code);
          return (
            <li key={code}>
              <div>
                <span className="monospace semibold">{code}</span>
                <small>
                  {carton
                    ? contentWords(carton)
                    : "Not on this fair's list. Listed as found here once it is sent."}
                </small>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Codes scanned here that belong to no carton of this fair. */
export function ForeignList({ codes }: { codes: readonly UnexpectedCode[] }) {
  if (codes.length === 0) return null;
  return (
    <Card title="Not at this fair" count={codes.length} rows>
      <ul className={`${styles.list} lined`}>
        {codes.map(({ code, text }) => (
          <li key={code}>
            <div>
              <span className="monospace semibold">{code}</span>
              <small>{text}</small>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type FiguresProps = { expected: number; scanned: number; missing: number };

/** Expected, scanned and missing counts in large print, with progress. */
export function Figures({ expected, scanned, missing }: FiguresProps) {
  return (
    <div className={`${styles.figures} grid gap-12`}>
      <dl>
        {[
          ['Expected', expected],
          ['Scanned', scanned],
          ['Missing', missing],
        ].map(([label, value]) => (
          <div
            key={label}
            className={label === 'Missing' && missing > 0 ? styles.short : undefined}
          >
            <dt>{label}</dt>
            <dd className="numeric">{formatCount(Number(value))}</dd>
          </div>
        ))}
      </dl>
      <progress max={Math.max(expected, 1)} value={scanned} aria-label="Cartons scanned" />
    </div>
  );
}
