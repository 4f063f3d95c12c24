import { type Channel } from '#catalog';
import { listAuthSecrets } from '#credentials';

/** Shorter ones are placeholders for servers that need no key, and may be ordinary words. */
const MIN_KEY_LENGTH = 8;

/** What the client must not read in an upstream's words: our keys there, and where it is. */
export function channelSecrets({
  apiKeys,
  baseUrl,
  auth,
  credentials,
}: Pick<Channel, 'apiKeys' | 'baseUrl' | 'auth' | 'credentials'>): string[] {
  const secrets = [
    ...apiKeys,
    ...(auth === undefined ? [] : listAuthSecrets(auth)),
    ...Object.values(credentials?.current ?? {}),
  ];
  return [
    ...secrets.filter(({ length }) => length >= MIN_KEY_LENGTH),
    ...(baseUrl === undefined ? [] : getAddresses(new URL(baseUrl))),
  ];
}

/** A bare name without a dot or a port may as well be an ordinary word. */
function getAddresses({ host, hostname }: URL): string[] {
  return [host, hostname].filter((address) => /[.:]/.test(address));
}
