import { ConfigError } from '../config-error.js';
import { type Variables } from './variables.js';

const VARIABLE = 'REDIS_URL';

/** URL schemes that other programs use for Sentinel and Cluster. */
const OTHER_KINDS: readonly [scheme: RegExp, kind: string][] = [
  [/^rediss?[+-]sentinel:/i, 'Redis Sentinel'],
  [/^rediss?[+-]cluster:/i, 'a Redis Cluster'],
];

export function readRedisUrl(variables: Variables): string | undefined {
  return variables.parseSecret(VARIABLE, 'a redis:// or rediss:// URL', (text) => {
    const kind = OTHER_KINDS.find(([scheme]) => scheme.test(text))?.[1];
    if (kind !== undefined) throw new ConfigError(describe(`names ${kind}`));
    if (!/^rediss?:\/\//i.test(text)) return undefined;
    if (findHosts(text).includes(',')) throw new ConfigError(describe('names several hosts'));
    return URL.canParse(text) ? text : undefined;
  });
}

/** The part of a URL between the password and the path. */
function findHosts(url: string): string {
  const [authority = ''] = url.slice(url.indexOf('//') + 2).split(/[/?#]/, 1);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

function describe(fault: string): string {
  return `${VARIABLE}: ${fault}, which is not supported: use the address of a single Redis server`;
}
