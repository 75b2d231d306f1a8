/** One request that docs/registers.md shows, with the answer that it shows. `body` is JSON with `{names}` to be filled in. */
export type Example = {
  method: string;
  path: string;
  body?: string;
  status: number;
  answer: unknown;
};

/**
 * The examples of the page, in its order: a block that begins with "json POST /v1/…" (or an http block with a GET line),
 * and after it the block "json answers 200".
 */
export function examplesOf(page: string): Example[] {
  const examples: Example[] = [];
  let request: Pick<Example, 'method' | 'path' | 'body'> | undefined;
  for (const [, language, title = '', content = ''] of page.matchAll(
    /^```(json|http)(?: ([^\n]*))?\n([\s\S]*?)^```$/gm,
  )) {
    const [method = '', path = ''] = (language === 'http' ? content : title).trim().split(' ');
    if (method === 'answers') {
      if (!request)
        throw new Error(`The page shows an answer without a request: ${content.slice(0, 80)}`);
      examples.push({ ...request, status: Number(path), answer: JSON.parse(content) });
      request = undefined;
    } else {
      if (request)
        throw new Error(`The page shows no answer to ${request.method} ${request.path}.`);
      request = { method, path, ...(language === 'json' && { body: content }) };
    }
  }
  if (request) throw new Error(`The page shows no answer to ${request.method} ${request.path}.`);
  return examples;
}

/** Whether an answer is what the page shows: the same fields and values; a text with "…" stands for any text that fits around it. */
export function matches(shown: unknown, actual: unknown): boolean {
  if (typeof shown === 'string' && shown.includes('…')) {
    const [before = '', after = ''] = shown.split('…');
    return typeof actual === 'string' && actual.startsWith(before) && actual.endsWith(after);
  }
  if (Array.isArray(shown))
    return (
      Array.isArray(actual) &&
      shown.length === actual.length &&
      shown.every((item, index) => matches(item, actual[index]))
    );
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false;
    const names = Object.keys(shown);
    return (
      names.length === Object.keys(actual).length &&
      names.every((name) =>
        matches(
          (shown as Record<string, unknown>)[name],
          (actual as Record<string, unknown>)[name],
        ),
      )
    );
  }
  return shown === actual;
}
