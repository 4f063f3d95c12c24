const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** The address of a link to a web page or an e-mail address; undefined for all other schemes and for relative links. */
export function safeLink(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return SAFE_PROTOCOLS.has(url.protocol) ? url.href : undefined;
}
