import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A list of addresses and networks. An IPv4 address that arrives over IPv6 is the IPv4 address. */
export class AddressList {
  private readonly networks: [Address, number][];

  constructor(entries: readonly string[]) {
    this.networks = entries.map(parseNetwork);
  }

  includes(address: string): boolean {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.process(address);
    return this.networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
  }
}

function parseNetwork(entry: string): [Address, number] {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry);
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
