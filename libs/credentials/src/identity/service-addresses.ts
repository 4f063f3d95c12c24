import { type AuthType } from '../channel-auth.js';

/**
 * The hosts of the model services of each cloud. Customers cannot receive requests at any of them. Hosts of private
 * endpoints and API gateways are not included, because customers operate the services behind them.
 */
const SERVICE_HOSTS: Readonly<Record<AuthType, readonly RegExp[]>> = {
  aws: [
    /^bedrock(?:-runtime)?(?:-fips)?\.[a-z]{2,4}(?:-[a-z]{1,20}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/,
    /^bedrock-mantle\.[a-z]{2,4}(?:-[a-z]{1,20}){1,3}-\d{1,2}\.api\.aws$/,
  ],
  google: [
    /^aiplatform\.googleapis\.com$/,
    /^[a-z\d-]{1,63}-aiplatform\.googleapis\.com$/,
    /^aiplatform\.[a-z\d-]{1,63}\.rep\.googleapis\.com$/,
  ],
  entra: [
    /^[a-z\d-]{1,63}\.openai\.azure\.(?:com|us|cn)$/,
    /^[a-z\d-]{1,63}\.cognitiveservices\.azure\.(?:com|us|cn)$/,
    /^[a-z\d-]{1,63}\.services\.ai\.azure\.(?:com|us|cn)$/,
  ],
};

/** An AWS region. Another text could form a host name that belongs to a customer, such as a bucket. */
const AWS_REGION = /^[a-z]{2,4}(?:-[a-z]{1,20}){1,3}-\d{1,2}$/;

const SECURE: readonly string[] = ['https:', 'wss:'];

/** Whether a URL belongs to the model service of the cloud. */
export function isServiceAddress(type: AuthType, { protocol, hostname, port }: URL): boolean {
  if (!SECURE.includes(protocol) || port !== '') return false;
  return SERVICE_HOSTS[type].some((pattern) => pattern.test(hostname));
}

export function isAwsRegion(region: string | undefined): boolean {
  return region !== undefined && AWS_REGION.test(region);
}

const PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'ws:': '80',
  'https:': '443',
  'wss:': '443',
};

/** Whether a URL is at one of these hosts. A host without a port matches the default port of the scheme. */
export function isAtHost({ protocol, hostname, port }: URL, hosts: readonly string[]): boolean {
  const full = `${hostname}:${port === '' ? PORTS[protocol] : port}`;
  return hosts.some((host) => host === full || (port === '' && host === hostname));
}
