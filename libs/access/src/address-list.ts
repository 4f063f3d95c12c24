import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

const IPV4_IN_IPV6_BITS = 96;

/** A list of IP addresses and networks. An IPv4-mapped IPv6 address equals its IPv4 address. */
export class AddressList {
  private readonly networks: Network[];

  /** Invalid entries are ignored: rows can be edited by hand, and one invalid entry must not disable the others. */
  constructor(entries: readonly string[]) {
    this.networks = entries.flatMap((entry) => parseNetwork(entry) ?? []);
  }

  includes(address: string): boolean {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.process(address);
    return this.networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
  }
}

function parseNetwork(entry: string): [Network] | undefined {
  try {
    const [address, bits] = ipaddr.parseCIDR(entry.includes('/') ? entry : wholeAddress(entry));
    return [asIpv4Network(address, bits) ?? [address, bits]];
  } catch {
    return undefined;
  }
}

function wholeAddress(address: string): string {
  return `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`;
}

function asIpv4Network(address: Address, bits: number): Network | undefined {
  const isMapped =
    address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= IPV4_IN_IPV6_BITS;
  return isMapped ? [address.toIPv4Address(), bits - IPV4_IN_IPV6_BITS] : undefined;
}
