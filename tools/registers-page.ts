/**
 * A request in docs/registers.md with its documented response. `body` is JSON with `{names}` to
 * fill in.
 */
export type Example = {
  method: string;
  path: string;
  body?: string;
  status: number;
  answer: unknown;
};

/**
 * Returns the examples of the page in order: a block that begins with "json POST /v1/…" (or an http
 * block with a GET line), followed by the block "json answers 200".
 */
export function readExamples(page: string): Example[] {
  const examples: Example[] = [];
  let request: Pick<Example, 'method' | 'path' | 'body'> | undefined;
  for (const [, language, title = '', content = ''] of page.matchAll(
    /^```(json|http)(?: ([^\n]*))?\n([\s\S]*?)^```$/gm,
  )) {
    const [method = '', path = ''] = (language === 'http' ? content : title).trim().split(' ');
    if (method === 'answers') {
      if (!request)
        throw new Error(`The page shows a response without a request: ${content.slice(0, 80)}`);
      examples.push({ ...request, status: Number(path), answer: JSON.parse(content) });
      request = undefined;
    } else {
      if (request)
        throw new Error(`The page shows no response to ${request.method} ${request.path}.`);
      request = { method, path, ...(language === 'json' && { body: content }) };
    }
  }
  if (request) throw new Error(`The page shows no response to ${request.method} ${request.path}.`);
  return examples;
}

/**
 * Returns true if a response matches the page: same fields and values; "…" in a text matches
 * anything.
 */
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
  if (!isRecord(shown)) return shown === actual;
  const names = Object.keys(shown);
  return (
    isRecord(actual) &&
    names.length === Object.keys(actual).length &&
    names.every((name) => matches(shown[name], actual[name]))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
