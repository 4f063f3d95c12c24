const MAX_LENGTH = 1000;

const REVEALING = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+/gi, '[address]'],
  [/\b(?:sk|pk|rk|api|key|token)[-_][\w*.-]{8,}/gi, '[key]'],
  [/\bbearer\s+\S{8,}/gi, '[key]'],
  [/\bAIza[\w*-]{10,}/g, '[key]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '[address]'],
  [/\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|ai|dev|cloud|local|internal|lan)\b(?::\d+)?/gi, '[address]'],
] as const;

/**
 * An upstream's words, made fit for the client: they may quote the account's key or name hosts inside
 * the network, and neither is the client's business.
 */
export function scrubMessage(message: string, secrets: readonly string[] = []): string {
  let scrubbed = message;
  for (const secret of secrets) if (secret.length > 0) scrubbed = scrubbed.replaceAll(secret, '[hidden]');
  for (const [pattern, stand] of REVEALING) scrubbed = scrubbed.replaceAll(pattern, stand);
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what must go
  scrubbed = scrubbed.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return scrubbed.length > MAX_LENGTH ? `${scrubbed.slice(0, MAX_LENGTH)}…` : scrubbed;
}
