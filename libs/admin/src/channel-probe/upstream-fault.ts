import { type GatewayError } from '#canonical';
import { type Channel, apiKeyHint, isSecretHeader } from '#catalog';
import { type UpstreamResponse } from '#egress';
import { decodeUpstreamError, describeUpstreamError } from '#wire';

/** Why an upstream gave no usable answer, in words for whoever looks after the channel. */
export interface Finding {
  /** What happened. */
  message: string;
  /** What to do about it. */
  advice: string;
  /** What it answered with, where it answered at all. */
  status?: number;
  /** Whether it may be the kind of request that was wrong, so that another might do. */
  isOfRequest?: boolean;
}

/** Shorter ones are placeholders, and may be ordinary words. */
const MIN_SECRET_LENGTH = 8;
const NAMED_ADDRESS =
  'It is the address of the API that is wanted, which for many services ends in /v1, not that of a web page.';

export interface FailedAnswer extends Pick<UpstreamResponse, 'status' | 'headers'> {
  bytes: Buffer;
  /** Undefined where it is no JSON. */
  json: unknown;
}

export interface AskedUpstream {
  channel: Channel;
  apiKey: string | undefined;
  place: URL;
  upstreamModel?: string;
}

const CHECK_ADDRESS = 'Check the host and the port of base_url, and that the service is running.';

type Diagnosis = (place: URL, code: string) => Finding;

export class UpstreamFault extends Error implements Finding {
  override readonly name = 'UpstreamFault';
  readonly advice: string;
  readonly status?: number;
  readonly isOfRequest?: boolean;

  constructor({ message, advice, status, isOfRequest }: Finding) {
    super(message);
    this.advice = advice;
    this.status = status;
    this.isOfRequest = isOfRequest;
  }
}

/** What an answer that is of no use means. */
export function diagnoseAnswer(answer: FailedAnswer, asked: AskedUpstream): Finding {
  return { status: answer.status, ...explainAnswer(answer, asked) };
}

function explainAnswer(answer: FailedAnswer, asked: AskedUpstream): Finding {
  const { status, bytes, json } = answer;
  if (status >= 300 && status < 400) return redirected(answer, asked);
  const { kind } = decodeUpstreamError({ status, body: bytes, secrets: [] });
  const words = quoteService(answer, asked);
  if (kind === 'upstream-auth') return keyRefused(answer, asked);
  if (kind === 'upstream-quota') {
    return {
      message: `The account is out of credit (${status})${words}`,
      advice: 'Add credit or raise the limit of the account at the service.',
    };
  }
  if (kind === 'upstream-overloaded') {
    return {
      message: `The service takes no more requests at the moment (${status})${words}`,
      advice: 'Wait and try again. If it stays so, ask the service for a higher rate limit.',
    };
  }
  if (status >= 500) {
    return {
      message: `The service failed (${status})${words}`,
      advice: 'Try again in a while, and look at the status page of the service.',
    };
  }
  if (json === undefined) return noApi(answer, asked);
  if (status === 404) return unknownModel(words, asked);
  if (status >= 200 && status < 300) {
    return {
      message: `The service answered with JSON that is no answer to this request${words}`,
      advice: `Check the provider and base_url of this channel. ${NAMED_ADDRESS}`,
      isOfRequest: true,
    };
  }
  return {
    message: `The service refused the request (${status})${words}`,
    advice: 'Check the provider, the formats and the upstream name of the model.',
    isOfRequest: true,
  };
}

function redirected({ status, headers }: FailedAnswer, { place }: AskedUpstream): Finding {
  const location = [headers['location']].flat()[0] ?? '';
  const target = URL.canParse(location, place.href) ? ` to ${new URL(location, place).origin}` : '';
  return {
    message: `The service sends requests elsewhere (${status}${target}), where its key must not follow.`,
    advice: 'Set base_url to the address that it leads to.',
  };
}

function keyRefused(answer: FailedAnswer, asked: AskedUpstream): Finding {
  const { status, json } = answer;
  const words = quoteService(answer, asked);
  const { apiKey } = asked;
  if (apiKey === undefined) {
    return { message: `The service wants a key (${status})${words}`, advice: 'Give the channel api_keys.' };
  }
  if (status === 403) {
    return {
      message: `The key ${apiKeyHint(apiKey)} may not do this (403)${words}`,
      advice:
        json === undefined
          ? 'Something in front of the service refuses this machine: check proxies, firewalls and base_url.'
          : 'Check what the key is allowed at the service: models, projects, addresses and regions.',
    };
  }
  return {
    message: `The service refused the key ${apiKeyHint(apiKey)} (${status})${words}`,
    advice:
      'Make a new key at the service and set it in api_keys; check that base_url is where it belongs to.',
  };
}

function noApi({ status, bytes }: FailedAnswer, { place }: AskedUpstream): Finding {
  const isPage = /^\s*<(!doctype|html|\?xml)/i.test(bytes.subarray(0, 200).toString('latin1'));
  const what = isPage ? 'a web page' : 'something that is no JSON';
  return {
    message: `${place.origin}${place.pathname} answered with ${what} (${status}).`,
    advice: `base_url is probably wrong. ${NAMED_ADDRESS}`,
  };
}

function unknownModel(words: string, { upstreamModel, place }: AskedUpstream): Finding {
  const what = upstreamModel === undefined ? 'this address' : `the model "${upstreamModel}"`;
  return {
    message: `The service does not know ${what} (404)${words}`,
    advice: `Check the upstream name of the model and whether the account may use it. If ${place.pathname} is no path of the service, base_url is wrong.`,
    isOfRequest: true,
  };
}

/** The end of a sentence: what the service says of it, without our secrets. */
function quoteService({ json }: FailedAnswer, asked: AskedUpstream): string {
  if (json === undefined) return '.';
  return `: ${describeUpstreamError(json, listSecrets(asked.channel))}`;
}

function listSecrets({ apiKeys, headers }: Channel): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) ? [value, ...value.split(/\s+/)] : [],
  );
  return [...apiKeys, ...values]
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .toSorted((a, b) => b.length - a.length);
}

/** By the code of what failed; the first that fits. */
const DIAGNOSES: readonly [code: RegExp, diagnose: Diagnosis][] = [
  [
    /^(ENOTFOUND|EAI_)/,
    ({ hostname }) => ({
      message: `The host name "${hostname}" was not found.`,
      advice: 'Check base_url for a typing error, and that this machine can look up names (DNS).',
    }),
  ],
  [
    /^ECONNREFUSED$/,
    ({ host }) => ({
      message: `Nothing is listening at ${host}: the connection was refused.`,
      advice: CHECK_ADDRESS,
    }),
  ],
  [
    /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    ({ host }) => ({
      message: `No connection to ${host} came about in time.`,
      advice: 'Check base_url, and whether a firewall lets this machine out to it.',
    }),
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    ({ host }) => ({ message: `There is no way from this machine to ${host}.`, advice: CHECK_ADDRESS }),
  ],
  [
    /^(ERR_SSL_WRONG_VERSION_NUMBER|EPROTO|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    ({ host }) => ({
      message: `What answers at ${host} does not speak TLS.`,
      advice: 'Write base_url with http:// where the service is not encrypted, or correct its port.',
    }),
  ],
  [
    /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    ({ host }, code) => ({
      message: `The certificate of ${host} is not trusted (${code}).`,
      advice:
        'Check base_url. For a certificate authority of your own, name its file in NODE_EXTRA_CA_CERTS and start again.',
    }),
  ],
  [
    /^HPE_/,
    ({ host }) => ({
      message: `What answers at ${host} does not speak HTTP.`,
      advice: 'Check the port of base_url, and whether it should begin with https://.',
    }),
  ],
];

/** Why there was no answer at all, or none that came to its end. */
export function diagnoseConnection({ kind, message, cause }: GatewayError, place: URL): Finding {
  const code = toCode(cause);
  const [, diagnose] = DIAGNOSES.find(([pattern]) => pattern.test(code)) ?? [];
  if (diagnose !== undefined) return diagnose(place, code);
  if (kind === 'upstream-timeout') {
    return {
      message: `${place.host} was reached, but did not answer in time.`,
      advice: 'Try again. If it stays so, check base_url and whether the service is overloaded.',
    };
  }
  if (kind === 'upstream-bad-response') return { message, advice: CHECK_ADDRESS };
  return {
    message: `${place.host} closed the connection before it had answered.`,
    advice: 'Check base_url (http:// or https://, and the port), and whether a proxy stands in between.',
  };
}

function toCode(cause: unknown): string {
  const code = (cause as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
