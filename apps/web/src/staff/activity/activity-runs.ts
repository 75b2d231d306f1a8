import type { ActivityEntry } from '@pos/contract/staff/activity';
import { pluralize } from '@pos/contract/values/counts';
import { activityWords, valueWords } from './activity-words.ts';

/** Entries that follow each other with the same person and action, newest first. */
export type ActivityRun = readonly [ActivityEntry, ...ActivityEntry[]];

/** Joins neighboring entries of one person and action; notes stay alone. */
export function activityRuns(entries: readonly ActivityEntry[]): ActivityRun[] {
  const runs: [ActivityEntry, ...ActivityEntry[]][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && isSame(last[0], entry)) last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function isSame(one: ActivityEntry, other: ActivityEntry): boolean {
  return (
    one.action !== 'note.added' &&
    one.action === other.action &&
    one.actorName === other.actorName &&
    one.actorType === other.actorType
  );
}

/** Phrase for a run of several entries: "restocked 14 titles, +84 units · Evening restock". */
export function runWords(run: ActivityRun): string {
  const [{ action }] = run;
  if (action !== 'fair.stock_adjusted')
    return `${activityWords(action)} ${pluralize(run.length, 'time')}`;
  const did = valuesIn(run, 'reason').every((reason) => reason === 'received')
    ? 'restocked'
    : 'adjusted stock of';
  const titles = pluralize(new Set(valuesIn(run, 'title')).size, 'title');
  const note = commonNote(run);
  const why = note === undefined ? '' : ` · ${note}`;
  return `${did} ${titles}, ${signedUnits(changeOfRun(run, 'onHand') ?? 0)}${why}`;
}

/** Note that every entry of a run has; undefined if they differ or have none. */
export function commonNote(run: ActivityRun): string | undefined {
  const [note, ...others] = new Set(valuesIn(run, 'note'));
  return note && others.length === 0 ? valueWords(note) : undefined;
}

/** Sum of the changes of a number in a run, such as units on hand; undefined without any. */
export function changeOfRun(run: ActivityRun, field: string): number | undefined {
  const changes = run.flatMap(({ changes: { [field]: change } }) =>
    typeof change?.to === 'number'
      ? [change.to - (typeof change.from === 'number' ? change.from : 0)]
      : [],
  );
  return changes.length > 0 ? changes.reduce((sum, each) => sum + each, 0) : undefined;
}

/** New value of a field in each entry of a run; undefined where it has none. */
function valuesIn(run: ActivityRun, field: string): unknown[] {
  return run.map(({ changes }) => changes[field]?.to);
}

function signedUnits(units: number): string {
  const sign = units > 0 ? '+' : units < 0 ? '−' : '';
  return `${sign}${pluralize(Math.abs(units), 'unit')}`;
}
