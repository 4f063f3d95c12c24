import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The groups of an IPv6 address that name a network; whoever has one has all addresses in it. */
const NETWORK_GROUPS = 4;

/** Whom failures from an address are counted against. */
export function addressSubject(address: string): string {
  return `address:${toNetwork(address)}`;
}

/** An IPv4 address by itself, or the network of an IPv6 address. */
export function toNetwork(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.map((group, index) => (index < NETWORK_GROUPS ? group : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}
