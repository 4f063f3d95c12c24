const SAFE = new Set(['http:', 'https:', 'mailto:']);

/** The address of a link, where following it can do no more than open a page or a letter. Relative ones lead nowhere. */
export function safeLink(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return SAFE.has(url.protocol) ? url.href : undefined;
}
