import { type Channel } from '#catalog';
import { listAuthSecrets } from '#credentials';

/** Shorter keys are placeholders for servers without keys, and may be ordinary words. */
const MIN_KEY_LENGTH = 8;

/** What must be removed from texts of the upstream before clients see them: its keys and its address. */
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

/** A host without a dot or a port may be an ordinary word. */
function getAddresses({ host, hostname }: URL): string[] {
  return [host, hostname].filter((address) => /[.:]/.test(address));
}
