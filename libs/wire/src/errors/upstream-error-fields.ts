import { isJsonObject, type UpstreamWords } from '#canonical';
import { type UpstreamFailure } from '../wire-format.js';
import { scrubMessage } from './scrub-message.js';

const IDENTIFIER = /^[\w.-]{1,100}$/;
/** Headers about the limits of the account, and when they reset. */
const CLIENT_HEADERS =
  /^(?:x-ratelimit-[\w-]{1,60}|anthropic-ratelimit-[\w-]{1,60}|retry-after-ms|x-should-retry)$/;
const PLAIN_VALUE = /^[\u0020-\u007e]{1,200}$/;
/** Contains names of accounts and hosts of the operator. */
const OPERATOR_MEMBER = 'metadata';
/** The type of a detail. It looks like a URL but is only an identifier. */
const TYPE_MEMBER = '@type';
const MAX_DEPTH = 6;
const MAX_VALUES = 200;

/** The error fields of a response in a dialect that clients also use. */
export function readUpstreamFields(
  { headers, secrets }: Pick<UpstreamFailure, 'headers' | 'secrets'>,
  json: unknown,
): UpstreamWords | undefined {
  const holder: unknown = Array.isArray(json) ? json[0] : json;
  if (!isJsonObject(holder)) return undefined;
  const error = isJsonObject(holder['error']) ? holder['error'] : holder;
  const dialect = getDialect(holder, error);
  if (dialect === undefined) return undefined;
  const checkIdentifier = (value: unknown): string | undefined =>
    typeof value === 'string' && IDENTIFIER.test(value) && !secrets.some((secret) => value.includes(secret))
      ? value
      : undefined;
  const { details } = error;
  return {
    dialect,
    type: checkIdentifier(dialect === 'google' ? error['status'] : error['type']),
    code: dialect === 'openai' ? checkIdentifier(error['code']) : undefined,
    details: dialect === 'openai' || details == null ? undefined : new DetailsCopier(secrets).copy(details),
    headers: readHeaders(headers),
  };
}

function getDialect(
  holder: Record<string, unknown>,
  error: Record<string, unknown>,
): UpstreamWords['dialect'] | undefined {
  if (holder['type'] === 'error' && typeof error['type'] === 'string') return 'anthropic';
  if (typeof error['status'] === 'string' && typeof error['code'] === 'number') return 'google';
  return typeof error['message'] === 'string' && ('type' in error || 'code' in error) ? 'openai' : undefined;
}

function readHeaders(headers: UpstreamFailure['headers'] = {}): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && CLIENT_HEADERS.test(name) && PLAIN_VALUE.test(value)) read[name] = value;
  }
  return read;
}

/** Copies the details of an error without what clients may not see. */
class DetailsCopier {
  private values = 0;

  constructor(private readonly secrets: readonly string[]) {}

  copy(value: unknown, depth = 0): unknown {
    this.values += 1;
    if (depth > MAX_DEPTH || this.values > MAX_VALUES) return undefined;
    if (typeof value === 'string') return scrubMessage(value, this.secrets);
    if (Array.isArray(value)) return value.slice(0, MAX_VALUES).map((item) => this.copy(item, depth + 1));
    if (!isJsonObject(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value).slice(0, MAX_VALUES)) {
      if (name === OPERATOR_MEMBER || !IDENTIFIER.test(name.replace('@', ''))) continue;
      copy[name] = name === TYPE_MEMBER ? checkDetailType(member) : this.copy(member, depth + 1);
    }
    return copy;
  }
}

function checkDetailType(kind: unknown): string | undefined {
  return typeof kind === 'string' && /^type\.googleapis\.com\/google\.rpc\.\w{1,60}$/.test(kind)
    ? kind
    : undefined;
}
