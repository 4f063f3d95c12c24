import { ConfigError } from '../config-error.js';
import { isPrivateNetwork, NETWORK, parseNetwork } from '../text/network.js';
import { quote } from '../text/quote.js';
import type { Variables } from './variables.js';

const VARIABLE = 'MODELGATE_ALLOWED_PRIVATE_NETWORKS';

export function readPrivateNetworks(variables: Variables): string[] {
  const networks = variables.parseList(VARIABLE, NETWORK, parseNetwork) ?? [];
  const publicNetwork = networks.find((network) => !isPrivateNetwork(network));
  if (publicNetwork !== undefined) {
    throw new ConfigError(`${VARIABLE}: ${quote(publicNetwork)} is not inside private or loopback space`);
  }
  return networks;
}
