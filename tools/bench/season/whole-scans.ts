/**
 * Tables that are large on a scaled-down season too: no hot query may read one from end to end.
 * Refunds are few here, and reading them all is their cheapest path.
 */
const LARGE = new Set([
  'orders',
  'order_lines',
  'payments',
  'payment_events',
  'stock_movements',
  'fair_lines',
  'fair_line_prices',
  'day_items',
  'students',
]);

/** A row of `explain (format json)`. */
export type Explained = { 'QUERY PLAN': [{ Plan: Node }] };
type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };

/** The large tables that a plan reads from end to end. */
export function wholeScans({ 'QUERY PLAN': [{ Plan }] }: Explained): string[] {
  return scanned(Plan);
}

function scanned(node: Node): string[] {
  const own =
    node['Node Type'] === 'Seq Scan' && LARGE.has(node['Relation Name'] ?? '')
      ? [node['Relation Name']!]
      : [];
  return [...own, ...(node.Plans ?? []).flatMap(scanned)];
}
