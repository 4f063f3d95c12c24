import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export const NETWORK = 'an IP address or CIDR';

/** A CIDR in canonical form. A single address becomes a network with only that address. */
export function parseNetwork(text: string): string | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return undefined;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return undefined;

  const widest = version === 4 ? 32 : 128;
  const bits = Number(prefix ?? widest);
  if (bits > widest) return undefined;
  const network = getEdges(`${address}/${bits}`).first;
  return `${network.toString()}/${bits}`;
}

/** The ranges that are not reachable from the public internet. */
const PRIVATE_RANGES = new Set<string>([
  'private',
  'loopback',
  'linkLocal',
  'carrierGradeNat',
  'uniqueLocal',
  'benchmarking',
  'reserved',
]);

/** The ranges are CIDRs, so a network is inside a range if its first and last address are. */
export function isPrivateNetwork(network: string): boolean {
  const { first, last } = getEdges(network);
  return first.range() === last.range() && PRIVATE_RANGES.has(first.range());
}

export function isUnspecifiedAddress(host: string): boolean {
  return isIP(host) !== 0 && ipaddr.parse(host).range() === 'unspecified';
}

function getEdges(network: string) {
  const family = ipaddr.parseCIDR(network)[0].kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return {
    first: family.networkAddressFromCIDR(network),
    last: family.broadcastAddressFromCIDR(network),
  };
}
