declare global {
  var __webpack_nonce__: string | undefined;
}

/** Without it the browser ignores style elements that a script made: the page's policy names no other. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="modelgate-nonce"]')?.content ?? '';
}

/** For libraries that look for it where one bundler would have put it: what holds the page still behind a dialog. */
export function announceStyleNonce(): void {
  globalThis.__webpack_nonce__ = styleNonce();
}
