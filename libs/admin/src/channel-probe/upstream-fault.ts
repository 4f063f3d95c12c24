import { type Channel, apiKeyHint, isSecretHeader } from '#catalog';
import { listAuthSecrets } from '#credentials';
import { type UpstreamResponse } from '#egress';
import { decodeUpstreamError, describeUpstreamError } from '#wire';
import { type Finding } from './finding.js';
import { withAdvice } from './provider-advice.js';

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

const REFUSED_IN_FRONT =
  'Something in front of the service refuses this machine: check proxies, firewalls and base_url.';
export class UpstreamFault extends Error implements Finding {
  override readonly name = 'UpstreamFault';
  readonly advice: string;
  readonly status?: number;
  readonly field?: string;
  readonly isOfRequest?: boolean;

  constructor({ message, advice, status, field, isOfRequest }: Finding) {
    super(message);
    this.advice = advice;
    this.status = status;
    this.field = field;
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
  if (status === 404 || kind === 'upstream-model-unavailable') return unknownModel(status, words, asked);
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
    field: 'base_url',
  };
}

function keyRefused(answer: FailedAnswer, asked: AskedUpstream): Finding {
  const { status, json } = answer;
  const words = quoteService(answer, asked);
  const { apiKey, channel } = asked;
  if (channel.auth !== undefined) return identityRefused(status, words, channel);
  if (apiKey === undefined) {
    const message = `The service wants a key (${status})${words}`;
    return { message, advice: 'Give the channel api_keys.', field: 'api_keys' };
  }
  if (status === 403) {
    const message = `The key ${apiKeyHint(apiKey)} may not do this (403)${words}`;
    if (json === undefined) return { message, advice: REFUSED_IN_FRONT, field: 'base_url' };
    const advice = 'Check what the key is allowed at the service: models, projects, addresses and regions.';
    return withAdvice({ message, advice, field: 'api_keys' }, channel, 'forbidden');
  }
  return {
    message: `The service refused the key ${apiKeyHint(apiKey)} (${status})${words}`,
    advice:
      'Make a new key at the service and set it in api_keys; check that base_url is where it belongs to.',
    field: 'api_keys',
  };
}

/** What stands in the place of a key. */
function identityRefused(status: number, words: string, channel: Channel): Finding {
  if (status === 403) {
    const message = `The identity of the channel may not do this (403)${words}`;
    const advice = 'Check what the identity is allowed: the model, the project and the region.';
    return withAdvice({ message, advice, field: 'auth' }, channel, 'forbidden');
  }
  const message = `The service refused the identity of the channel (${status})${words}`;
  const advice = 'Check what the channel says under auth.';
  return withAdvice({ message, advice, field: 'auth' }, channel, 'identity-refused');
}

function noApi({ status, bytes }: FailedAnswer, { place }: AskedUpstream): Finding {
  const isPage = /^\s*<(!doctype|html|\?xml)/i.test(bytes.subarray(0, 200).toString('latin1'));
  const what = isPage ? 'a web page' : 'something that is no JSON';
  return {
    message: `${place.origin}${place.pathname} answered with ${what} (${status}).`,
    advice: `base_url is probably wrong. ${NAMED_ADDRESS}`,
    field: 'base_url',
  };
}

function unknownModel(status: number, words: string, asked: AskedUpstream): Finding {
  const { upstreamModel, place, channel } = asked;
  const what = upstreamModel === undefined ? 'this address' : `the model "${upstreamModel}"`;
  const found: Finding = {
    message: `The service does not know ${what} (${status})${words}`,
    advice: `Check the upstream name of the model and whether the account may use it. If ${place.pathname} is no path of the service, base_url is wrong.`,
    field: upstreamModel === undefined ? 'base_url' : 'models',
    isOfRequest: true,
  };
  return upstreamModel === undefined ? found : withAdvice(found, channel, 'model-not-found');
}

/** The end of a sentence: what the service says of it, without our secrets. */
function quoteService({ json }: FailedAnswer, asked: AskedUpstream): string {
  if (json === undefined) return '.';
  return `: ${describeUpstreamError(json, listSecrets(asked.channel))}`;
}

function listSecrets({ apiKeys, headers, auth, credentials }: Channel): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) ? [value, ...value.split(/\s+/)] : [],
  );
  const identity = auth === undefined ? [] : listAuthSecrets(auth);
  return [...apiKeys, ...values, ...identity, ...Object.values(credentials?.current ?? {})]
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .toSorted((a, b) => b.length - a.length);
}
