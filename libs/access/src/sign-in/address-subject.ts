import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The groups of an IPv6 address that identify a /64 network, which one customer usually has completely. */
const NETWORK_GROUPS = 4;

/** The subject that failures from an address are counted for. */
export function toAddressSubject(address: string): string {
  return `address:${toNetwork(address)}`;
}

/** The IPv4 address, or the /64 network of an IPv6 address. */
export function toNetwork(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.map((group, index) => (index < NETWORK_GROUPS ? group : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}
