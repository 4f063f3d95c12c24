import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Addresses where cloud providers serve credentials and metadata to their machines. They are never allowed for links of
 * users, even if a network that the operator allows includes one. Some are in public address space.
 */
const CLOUD_SERVICES = [
  // The metadata services of nearly all clouds; the credentials of containers and pods at AWS.
  '169.254.169.0/24',
  '169.254.170.0/24',
  // Tencent Cloud and Scaleway.
  '169.254.0.23/32',
  '169.254.42.42/32',
  // AWS and Google by IPv6.
  'fd00:ec2::/32',
  'fd20:ce::/32',
  // Linode by IPv6.
  'fd00:a9fe:a9fe::/48',
  // Azure's wire server.
  '168.63.129.16/32',
  // Alibaba Cloud.
  '100.100.100.200/32',
  // Oracle Cloud.
  '192.0.0.192/32',
  // The service networks of IBM Cloud.
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((network) => ipaddr.parseCIDR(network));

/** The addresses that links of users may lead to: public ones, and private ones that the operator allows. */
export class PublicAddresses {
  private readonly allowed: [Address, number][];

  constructor(allowedPrivateNetworks: readonly string[]) {
    this.allowed = allowedPrivateNetworks.map((network) => ipaddr.parseCIDR(network));
  }

  includes(address: string): boolean {
    if (isIP(address) === 0) return false;
    const parsed = embeddedIpv4(ipaddr.process(address));
    if (isInside(parsed, CLOUD_SERVICES)) return false;
    return parsed.range() === 'unicast' || isInside(parsed, this.allowed);
  }
}

function isInside(address: Address, networks: readonly [Address, number][]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

/** An IPv6 address can embed the IPv4 address that packets are sent to. */
function embeddedIpv4(address: Address): Address {
  if (address.kind() !== 'ipv6') return address;
  const bytes = address.toByteArray();
  switch (address.range()) {
    // NAT64 and its stateless form.
    case 'rfc6052':
    case 'rfc6145':
      return new ipaddr.IPv4(bytes.slice(12));
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    default:
      return address;
  }
}
