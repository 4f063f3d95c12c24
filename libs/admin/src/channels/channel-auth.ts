import { GatewayError } from '#canonical';
import { type Channel, type ChannelSettings } from '#catalog';
import { type ChannelAuth, pickAuthSecrets } from '#credentials';
import { snakeCase } from '../input/entry-error.js';

type Given = Readonly<Record<string, unknown>>;

/** In the words of the config file. Members that are hidden cannot be sent back, so they stay while the type does. */
export function mergeAuth(given: unknown, stored: Channel | undefined): unknown {
  if (!isMap(given)) return given;
  const kept = stored?.auth?.type === given['type'] ? { ...stored?.auth } : {};
  const named = Object.entries(given).map(([name, value]) => [getMember(name), value]);
  const merged = Object.entries({ ...kept, ...(Object.fromEntries(named) as Given) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined));
}

/**
 * Secrets do not follow to another address, neither that of the service nor that of its tokens: whoever may change a
 * channel could read them there.
 */
export function requireAuthAgain(
  given: unknown,
  { auth: stored }: Channel,
  { settings: { auth }, isMoved }: { settings: ChannelSettings; isMoved: boolean },
): void {
  if (stored === undefined || auth?.type !== stored.type) return;
  if (!isMoved && getOrigin(stored) === getOrigin(auth)) return;
  const named = new Set(isMap(given) ? Object.keys(given).map(getMember) : []);
  const hidden = Object.keys(pickAuthSecrets(auth)).find((member) => !named.has(member));
  if (hidden === undefined) return;
  const param = `auth.${snakeCase(hidden)}`;
  throw new GatewayError(
    'missing-parameter',
    `"${param}" is required where the provider, the host of base_url or that of auth.token_url changes: secrets do not follow to another address.`,
    { param },
  );
}

function getOrigin({ tokenUrl }: ChannelAuth): string {
  return tokenUrl === undefined ? '' : new URL(tokenUrl).origin;
}

/** `client_secret` is `clientSecret` in the config file. */
function getMember(name: string): string {
  return name.replaceAll(/_[a-z]/g, (match) => match.slice(1).toUpperCase());
}

function isMap(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
