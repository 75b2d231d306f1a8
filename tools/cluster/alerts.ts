import { readFile } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

const FILES = ['alerts.yml', 'cluster/alerts.yml'].map(
  (name) => new URL(`../../deploy/${name}`, import.meta.url),
);

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] };

/**
 * Returns the names of all metrics that the alerts read. Throws if an expression is not PromQL, with
 * the alert.
 */
export async function listAlertMetrics(): Promise<string[]> {
  const texts = await Promise.all(FILES.map((file) => readFile(file, 'utf8')));
  const groups = texts.flatMap((text) => (parse(text) as Rules).groups);
  const names = groups.flatMap(({ rules }) =>
    rules.flatMap(({ alert, expr }) => {
      const found: string[] = [];
      parser.parse(expr).iterate({
        enter: ({ type, node, from, to }) => {
          if (type.isError) throw new Error(`${alert} is not PromQL at ${from}: ${expr}`);
          if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector')
            found.push(expr.slice(from, to));
        },
      });
      return found;
    }),
  );
  return [...new Set(names)].toSorted();
}
