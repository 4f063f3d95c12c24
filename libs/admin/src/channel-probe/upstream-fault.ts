import { type Channel, apiKeyHint, isSecretHeader } from '#catalog';
import { listAuthSecrets } from '#credentials';
import { type UpstreamResponse } from '#egress';
import { decodeUpstreamError, describeUpstreamError } from '#wire';
import { type Finding } from './finding.js';
import { withAdvice } from './provider-advice.js';

/** Shorter secrets are placeholders and may be ordinary words, so they are not hidden. */
const MIN_SECRET_LENGTH = 8;
const NAMED_ADDRESS =
  'It must be the address of the API, not of a web page. For many providers it ends in /v1.';

export interface ProbeResponse extends Pick<UpstreamResponse, 'status' | 'headers'> {
  bytes: Buffer;
  /** Undefined if the body is not JSON. */
  json: unknown;
}

export interface ProbedUpstream {
  channel: Channel;
  apiKey: string | undefined;
  url: URL;
  upstreamModel?: string;
}

const REFUSED_IN_FRONT =
  'A proxy or firewall in front of the provider blocks this machine. Check it and base_url.';
export class UpstreamFault extends Error implements Finding {
  override readonly name = 'UpstreamFault';
  readonly advice: string;
  readonly status?: number;
  readonly field?: string;
  readonly isRequestFault?: boolean;

  constructor({ message, advice, status, field, isRequestFault }: Finding) {
    super(message);
    this.advice = advice;
    this.status = status;
    this.field = field;
    this.isRequestFault = isRequestFault;
  }
}

/** Explains a response that cannot be used. */
export function diagnoseResponse(response: ProbeResponse, target: ProbedUpstream): Finding {
  return { status: response.status, ...explainResponse(response, target) };
}

function explainResponse(response: ProbeResponse, target: ProbedUpstream): Finding {
  const { status, bytes, json } = response;
  if (status >= 300 && status < 400) return explainRedirect(response, target);
  const { kind } = decodeUpstreamError({ status, body: bytes, secrets: [] });
  const words = quoteService(response, target);
  if (kind === 'upstream-auth') return explainRejectedKey(response, target);
  if (kind === 'upstream-quota') {
    return {
      message: `The account is out of credit (${status})${words}`,
      advice: 'Add credit, or raise the spending limit of the account at the provider.',
    };
  }
  if (kind === 'upstream-overloaded') {
    return {
      message: `The provider is overloaded or rate limits requests (${status})${words}`,
      advice: 'Wait and try again. If it persists, ask the provider for a higher rate limit.',
    };
  }
  if (status >= 500) {
    return {
      message: `The provider failed (${status})${words}`,
      advice: 'Try again later, and check the status page of the provider.',
    };
  }
  if (json === undefined) return explainMissingApi(response, target);
  if (status === 404 || kind === 'upstream-model-unavailable')
    return explainUnknownModel(status, words, target);
  if (status >= 200 && status < 300) {
    return {
      message: `The provider responded with JSON that does not fit the request${words}`,
      advice: `Check the provider and base_url of this channel. ${NAMED_ADDRESS}`,
      isRequestFault: true,
    };
  }
  return {
    message: `The provider rejected the request (${status})${words}`,
    advice: 'Check the provider, the formats and the upstream name of the model.',
    isRequestFault: true,
  };
}

function explainRedirect({ status, headers }: ProbeResponse, { url }: ProbedUpstream): Finding {
  const location = [headers['location']].flat()[0] ?? '';
  const destination = URL.canParse(location, url.href) ? ` to ${new URL(location, url).origin}` : '';
  return {
    message: `The provider redirects requests (${status}${destination}). The API key is not sent there.`,
    advice: 'Set base_url to the address that it redirects to.',
    field: 'base_url',
  };
}

function explainRejectedKey(response: ProbeResponse, target: ProbedUpstream): Finding {
  const { status, json } = response;
  const words = quoteService(response, target);
  const { apiKey, channel } = target;
  if (channel.auth !== undefined) return explainRejectedIdentity(status, words, channel);
  if (apiKey === undefined) {
    const message = `The provider requires an API key (${status})${words}`;
    return { message, advice: 'Set api_keys.', field: 'api_keys' };
  }
  if (status === 403) {
    const message = `The key ${apiKeyHint(apiKey)} is not allowed to do this (403)${words}`;
    if (json === undefined) return { message, advice: REFUSED_IN_FRONT, field: 'base_url' };
    const advice =
      'Check the permissions of the key at the provider: models, projects, IP addresses and regions.';
    return withAdvice({ message, advice, field: 'api_keys' }, channel, 'forbidden');
  }
  return {
    message: `The provider rejected the key ${apiKeyHint(apiKey)} (${status})${words}`,
    advice:
      'Create a new key at the provider and set it in api_keys. Check that base_url belongs to the same account.',
    field: 'api_keys',
  };
}

/** For channels with an identity instead of a key. */
function explainRejectedIdentity(status: number, words: string, channel: Channel): Finding {
  if (status === 403) {
    const message = `The identity of the channel is not allowed to do this (403)${words}`;
    const advice = 'Check the permissions of the identity: model, project and region.';
    return withAdvice({ message, advice, field: 'auth' }, channel, 'forbidden');
  }
  const message = `The provider rejected the identity of the channel (${status})${words}`;
  const advice = 'Check the identity settings of the channel.';
  return withAdvice({ message, advice, field: 'auth' }, channel, 'identity-refused');
}

function explainMissingApi({ status, bytes }: ProbeResponse, { url }: ProbedUpstream): Finding {
  const isPage = /^\s*<(!doctype|html|\?xml)/i.test(bytes.subarray(0, 200).toString('latin1'));
  const what = isPage ? 'a web page' : 'something that is not JSON';
  return {
    message: `${url.origin}${url.pathname} responded with ${what} (${status}).`,
    advice: `base_url is probably wrong. ${NAMED_ADDRESS}`,
    field: 'base_url',
  };
}

function explainUnknownModel(status: number, words: string, target: ProbedUpstream): Finding {
  const { upstreamModel, url, channel } = target;
  const what = upstreamModel === undefined ? 'this address' : `the model "${upstreamModel}"`;
  const found: Finding = {
    message: `The provider does not have ${what} (${status})${words}`,
    advice: `Check the upstream name of the model, and that the account has access to it. If ${url.pathname} is not a path of the provider, base_url is wrong.`,
    field: upstreamModel === undefined ? 'base_url' : 'models',
    isRequestFault: true,
  };
  return upstreamModel === undefined ? found : withAdvice(found, channel, 'model-not-found');
}

/** The error message of the service, without our secrets, as the end of a sentence. */
function quoteService({ json }: ProbeResponse, target: ProbedUpstream): string {
  if (json === undefined) return '.';
  return `: ${describeUpstreamError(json, listSecrets(target.channel))}`;
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
