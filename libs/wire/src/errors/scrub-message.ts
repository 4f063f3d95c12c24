const MAX_LENGTH = 1000;
/** In characters. The rest is not searched, because patterns are slow and no more is shown. */
const MAX_READ_LENGTH = 2000;

const PATTERNS = [
  [/\b[a-z][a-z0-9+.-]{0,31}:\/\/[^\s"'<>)]+/gi, '[address]'],
  [/\b(?:sk|pk|rk|api|key|token|gsk|xai|hf|mgat|pplx|nvapi)[-_][\w*.-]{8,}/gi, '[key]'],
  [/\bbearer\s+\S{8,}/gi, '[key]'],
  [/\b(?:AIza|AKIA|ASIA|eyJ)[\w*.-]{10,}/g, '[key]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '[address]'],
  // bounded: 2,000 characters, of which a label has 63 and a name not more than ten of these.
  [
    /\b(?:[a-z0-9-]{1,63}\.){1,10}(?:com|net|org|io|ai|dev|cloud|local|internal|lan)\b(?::\d+)?/gi,
    '[address]',
  ],
] as const;

/**
 * Removes secrets, keys and host names from an upstream's message. It may contain the account's key or names of hosts
 * inside the network, which the client must not see.
 */
export function scrubMessage(message: string, secrets: readonly string[] = []): string {
  let scrubbed = truncate(message, secrets);
  for (const secret of secrets) if (secret.length > 0) scrubbed = scrubbed.replaceAll(secret, '[hidden]');
  for (const [pattern, replacement] of PATTERNS) scrubbed = scrubbed.replaceAll(pattern, replacement);
  // oxlint-disable-next-line no-control-regex -- control characters are removed on purpose
  scrubbed = scrubbed.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  const isWhole = message.length <= MAX_READ_LENGTH && scrubbed.length <= MAX_LENGTH;
  return isWhole ? scrubbed : `${scrubbed.slice(0, MAX_LENGTH)}…`;
}

/** Truncates a long message before a secret that would otherwise be split. */
function truncate(message: string, secrets: readonly string[]): string {
  if (message.length <= MAX_READ_LENGTH) return message;
  const cuts = secrets.map((secret) => {
    const start = secret === '' ? -1 : message.lastIndexOf(secret, MAX_READ_LENGTH - 1);
    return start !== -1 && start + secret.length > MAX_READ_LENGTH ? start : MAX_READ_LENGTH;
  });
  return message.slice(0, Math.min(MAX_READ_LENGTH, ...cuts));
}
