import { GatewayError } from '#canonical';
import { type Channel, type ChannelSettings } from '#catalog';
import { type ChannelAuth, pickAuthSecrets } from '#credentials';
import { snakeCase } from '#declarations';

type Given = Readonly<Record<string, unknown>>;

/** With the keys of the config file. Clients cannot send hidden members back, so stored ones stay if the type is the same. */
export function mergeAuth(given: unknown, stored: Channel | undefined): unknown {
  if (!isMap(given)) return given;
  const existing = stored?.auth?.type === given['type'] ? { ...stored?.auth } : {};
  const renamed = Object.entries(given).map(([name, value]) => [toMember(name), value]);
  const merged = Object.entries({ ...existing, ...(Object.fromEntries(renamed) as Given) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined));
}

/**
 * Throws if stored secrets would be sent to another host, for the service or for its tokens: a caller that may change the
 * channel could receive them there.
 */
export function requireAuthSecrets(
  given: unknown,
  { auth: stored }: Channel,
  { settings: { auth }, isMoved }: { settings: ChannelSettings; isMoved: boolean },
): void {
  if (stored === undefined || auth?.type !== stored.type) return;
  if (!isMoved && getOrigin(stored) === getOrigin(auth)) return;
  const sent = new Set(isMap(given) ? Object.keys(given).map(toMember) : []);
  const hidden = Object.keys(pickAuthSecrets(auth)).find((member) => !sent.has(member));
  if (hidden === undefined) return;
  const param = `auth.${snakeCase(hidden)}`;
  throw new GatewayError(
    'missing-parameter',
    `"${param}" is required when the provider or the host of base_url or auth.token_url changes: stored secrets are not sent to another host.`,
    { param },
  );
}

function getOrigin({ tokenUrl }: ChannelAuth): string {
  return tokenUrl === undefined ? '' : new URL(tokenUrl).origin;
}

/** `client_secret` is `clientSecret` in the config file. */
function toMember(name: string): string {
  return name.replaceAll(/_[a-z]/g, (match) => match.slice(1).toUpperCase());
}

function isMap(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
