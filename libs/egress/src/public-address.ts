import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Which addresses a link that a user supplied may lead to: public ones, and private ones that the operator named. */
export class PublicAddresses {
  private readonly allowed: [ipaddr.IPv4 | ipaddr.IPv6, number][];

  constructor(allowedPrivateNetworks: readonly string[]) {
    this.allowed = allowedPrivateNetworks.map((network) => ipaddr.parseCIDR(network));
  }

  includes(address: string): boolean {
    if (isIP(address) === 0) return false;
    const parsed = embeddedIpv4(ipaddr.process(address));
    if (parsed.range() === 'unicast') return true;
    return this.allowed.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
  }
}

/** An IPv4 address can hide in several kinds of IPv6 address; what counts is where the packets go. */
function embeddedIpv4(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() !== 'ipv6') return address;
  const bytes = address.toByteArray();
  const isNat64 = address.range() === 'rfc6052';
  const is6to4 = address.range() === '6to4';
  if (isNat64) return new ipaddr.IPv4(bytes.slice(12));
  if (is6to4) return new ipaddr.IPv4(bytes.slice(2, 6));
  return address;
}
