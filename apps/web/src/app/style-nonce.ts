declare global {
  var __webpack_nonce__: string | undefined;
}

/** The page's policy allows only style elements with this nonce. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="modelgate-nonce"]')?.content ?? '';
}

/** For libraries that read the nonce from webpack's variable, such as the scroll lock of dialogs. */
export function announceStyleNonce(): void {
  globalThis.__webpack_nonce__ = styleNonce();
}
