type TrustedTypes = {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown;
};

/**
 * The content security policy's `default` policy: libraries write style sheets through innerHTML,
 * so text without "<" passes; the browser refuses anything that could be markup.
 */
export function allowStyleTextOnly(): void {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  });
}

/** Nonce for style elements, which the server put into the page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
