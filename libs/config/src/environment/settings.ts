import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { ConfigError } from '../config-error.js';
import { type KnownProvider } from '../known-provider.js';
import { CREDENTIAL, isCredential } from '../text/credential.js';
import { BASE_URL, parseBaseUrl } from '../text/http-url.js';
import { NETWORK, isPrivateNetwork, isUnspecifiedAddress, parseNetwork } from '../text/network.js';
import { isPrintableLine } from '../text/printable.js';
import { quote } from '../text/quote.js';
import { readRedisUrl } from './redis-url.js';
import { type Variables } from './variables.js';

const HOST_AND_PORT = 'a host name with or without a port';

const BYTES_PER_MB = 1024 * 1024;

const MAX_JSON_MB = 512;

const MAX_UPLOAD_MB = 102_400;
const MAX_READS_PER_MINUTE = 1_000_000;

const MAX_API_PROCESSES = 256;

const MAX_SOCKETS = 1_000_000;

const MIN_METRICS_TOKEN_LENGTH = 8;

const METRICS_TOKEN = `a token of ${MIN_METRICS_TOKEN_LENGTH} or more printable ASCII characters without spaces`;

const PRIVATE_NETWORKS = 'MODELGATE_ALLOWED_PRIVATE_NETWORKS';

export type DatabaseConfig =
  | { kind: 'embedded' }
  | {
      kind: 'url';
      url: string;
      /** The address of the database itself, if `url` is the address of a pooler. */
      directUrl?: string;
    };

const POSTGRES_URL = 'a postgres:// or postgresql:// URL';

const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 1024;
const MAX_EMAIL_LENGTH = 254;

export interface ProviderKey {
  provider: string;
  variable: string;
  apiKey: string;
}

export function readHttpSettings(variables: Variables) {
  const host = variables.parse('HOST', 'an IP address or host name', parseHost) ?? '127.0.0.1';
  const port = variables.parse('PORT', 'a port number (0 to 65535)', wholeNumber(0, 65_535)) ?? 3000;
  return {
    host,
    port,
    publicUrl: variables.parse('PUBLIC_URL', BASE_URL, parseBaseUrl) ?? getAddress(host, port),
    allowedHosts: variables.parseList('MODELGATE_ALLOWED_HOSTS', HOST_AND_PORT, parseHostHeader),
    trustProxy: variables.parseList('TRUST_PROXY', NETWORK, parseNetwork) ?? [],
    listsModelsOnHomepage: readSwitch(variables, 'MODELGATE_HOMEPAGE_MODELS', false),
    metricsToken: variables.parseSecret('MODELGATE_METRICS_TOKEN', METRICS_TOKEN, parseMetricsToken),
    apiProcesses: readWhole(variables, 'MODELGATE_API_PROCESSES', 1, MAX_API_PROCESSES),
    maxJsonBytes: readWhole(variables, 'MODELGATE_MAX_JSON_MB', 32, MAX_JSON_MB) * BYTES_PER_MB,
    maxSocketsPerToken: readWhole(variables, 'MODELGATE_MAX_SOCKETS_PER_TOKEN', 200, MAX_SOCKETS),
    maxUploadBytes: readWhole(variables, 'MODELGATE_MAX_UPLOAD_MB', 512, MAX_UPLOAD_MB) * BYTES_PER_MB,
    responseReadsPerMinute: readWhole(
      variables,
      'MODELGATE_RESPONSE_READS_PER_MINUTE',
      3_000,
      MAX_READS_PER_MINUTE,
    ),
  };
}

/** The share of declared entries, in percent, that applying a config file may disable without confirmation. */
export function readMaxDisablePercent(variables: Variables): number {
  const parser = wholeNumber(0, 100);
  return variables.parse('MODELGATE_MAX_DISABLE_PERCENT', 'a whole number from 0 to 100', parser) ?? 20;
}

function readWhole(variables: Variables, name: string, fallback: number, max: number): number {
  return variables.parse(name, `a whole number from 1 to ${max}`, wholeNumber(1, max)) ?? fallback;
}

function getAddress(host: string, port: number): string {
  const reachable = isUnspecifiedAddress(host) ? '127.0.0.1' : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || isHostName(text) ? text : undefined;
}

function parseHostHeader(text: string): string | undefined {
  const parts = /^(?<host>\[[^\]]+\]|[^:]+)(?::(?<port>\d+))?$/.exec(text)?.groups;
  if (parts === undefined || Number(parts['port'] ?? 0) > 65_535) return undefined;
  const host = parts['host'] ?? '';
  const valid = host.startsWith('[') ? isIPv6(host.slice(1, -1)) : isIP(host) !== 0 || isHostName(host);
  return valid ? text.toLowerCase() : undefined;
}

function parseMetricsToken(text: string): string | undefined {
  return text.length >= MIN_METRICS_TOKEN_LENGTH && isCredential(text) ? text : undefined;
}

/** Rejects names of only digits and dots: they are mistyped IPv4 addresses. */
function isHostName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i.test(text) && !/^[\d.]+$/.test(text);
}

export function wholeNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

export function readPrivateNetworks(variables: Variables): string[] {
  const networks = variables.parseList(PRIVATE_NETWORKS, NETWORK, parseNetwork) ?? [];
  const publicNetwork = networks.find((network) => !isPrivateNetwork(network));
  if (publicNetwork !== undefined) {
    throw new ConfigError(
      `${PRIVATE_NETWORKS}: ${quote(publicNetwork)} is not a private or loopback network`,
    );
  }
  return networks;
}

/** Hosts to which channels of the admin API may send credentials of this machine. */
export function readMachineIdentityHosts(variables: Variables): string[] {
  return variables.parseList('MODELGATE_MACHINE_IDENTITY_HOSTS', HOST_AND_PORT, parseHostHeader) ?? [];
}

const SWITCH = new Map([
  ['on', true],
  ['off', false],
]);

/** Whether streams may share connections to upstreams that offer HTTP/2. */
export function readUpstreamHttp2(variables: Variables): boolean {
  return readSwitch(variables, 'MODELGATE_UPSTREAM_HTTP2', true);
}

function readSwitch(variables: Variables, name: string, fallback: boolean): boolean {
  return variables.parse(name, '"on" or "off"', (text) => SWITCH.get(text)) ?? fallback;
}

/** Whether error messages of upstreams, which may quote the request, are stored with requests. */
export function readStoresUpstreamErrors(variables: Variables): boolean {
  return readSwitch(variables, 'MODELGATE_STORE_UPSTREAM_ERRORS', true);
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The lowest level that is logged. */
export function readLogLevel(variables: Variables): LogLevel {
  const findLevel = (text: string): LogLevel | undefined => LOG_LEVELS.find((level) => level === text);
  return variables.parse('MODELGATE_LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, findLevel) ?? 'info';
}

export function readStorageSettings(variables: Variables, workingDirectory: string) {
  return {
    database: readDatabase(variables),
    redisUrl: readRedisUrl(variables),
    dataDir: resolve(workingDirectory, variables.text('MODELGATE_DATA_DIR') ?? 'data'),
  };
}

function readDatabase(variables: Variables): DatabaseConfig {
  const url = readPostgresUrl(variables, 'DATABASE_URL');
  const directUrl = readPostgresUrl(variables, 'DATABASE_DIRECT_URL');
  if (url !== undefined) return { kind: 'url', url, ...(directUrl !== undefined && { directUrl }) };
  if (directUrl !== undefined) {
    throw new ConfigError('DATABASE_DIRECT_URL: requires DATABASE_URL, which is not set');
  }
  return { kind: 'embedded' };
}

function readPostgresUrl(variables: Variables, name: string): string | undefined {
  return variables.parseSecret(name, POSTGRES_URL, (text) => {
    // libpq tries several hosts one after the other; our driver would treat the list as one host name.
    if (getHosts(text).includes(',')) {
      throw new ConfigError(
        `${name}: several hosts are not supported; use one address that always points to the primary`,
      );
    }
    return hasScheme(text, ['postgres:', 'postgresql:']) ? text : undefined;
  });
}

/** The part of a URL between the password and the path. */
function getHosts(address: string): string {
  const start = address.indexOf('://') + 3;
  const length = address.slice(start).search(/[/?]/);
  const authority = length === -1 ? address.slice(start) : address.slice(start, start + length);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

function hasScheme(text: string, schemes: readonly string[]): boolean {
  return /^[a-z]+:\/\//i.test(text) && URL.canParse(text) && schemes.includes(new URL(text).protocol);
}

export function readAdminSettings(variables: Variables) {
  return {
    email: variables.parse('MODELGATE_ADMIN_EMAIL', 'an email address', parseEmail) ?? 'admin@localhost',
    password: readPassword(variables),
  };
}

function parseEmail(text: string): string | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(text) && isPrintableLine(text, MAX_EMAIL_LENGTH) ? text : undefined;
}

function readPassword(variables: Variables): string | undefined {
  const password = variables.verbatim('MODELGATE_ADMIN_PASSWORD');
  if (password === undefined) return undefined;
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new ConfigError(
      `MODELGATE_ADMIN_PASSWORD: the value is not a password of ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
    );
  }
  return password;
}

export function readProviderKeys(variables: Variables, providers: readonly KnownProvider[]): ProviderKey[] {
  return providers.flatMap(({ id: provider, apiKeyVariable: variable }) => {
    if (variable === undefined) return [];
    const apiKey = variables.parseSecret(variable, CREDENTIAL, (text) =>
      isCredential(text) ? text : undefined,
    );
    return apiKey === undefined ? [] : [{ provider, variable, apiKey }];
  });
}
