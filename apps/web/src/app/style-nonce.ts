declare global {
  var __webpack_nonce__: string | undefined;
}

/** The content security policy allows only style elements with this nonce. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="modelgate-nonce"]')?.content ?? '';
}

/** Some libraries, such as the scroll lock of dialogs, read the nonce from webpack's global variable. */
export function announceStyleNonce(): void {
  globalThis.__webpack_nonce__ = styleNonce();
}
