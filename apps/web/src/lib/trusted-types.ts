type TrustedTypes = {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown;
};

/**
 * The policy `default` of the content security policy: libraries write style sheets through innerHTML, so text without
 * "<" passes and anything that could be markup is refused by the browser.
 */
export function allowStyleTextOnly(): void {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  });
}

/** The nonce of this page's style elements, which the server put into the page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
