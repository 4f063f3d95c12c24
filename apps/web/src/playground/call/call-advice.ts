import { type CallError } from './call-error.js';

const BY_CODE: Readonly<Record<string, string>> = {
  invalid_api_key:
    'The token is mistyped, was revoked, or belongs to another gateway. Change the token at the top of the page, or create one on the Tokens page.',
  model_not_found: 'Pick a model from the list: it has those that this token may use.',
  insufficient_quota: 'A budget is used up. Raise it on the Tokens page, or wait until it resets.',
  context_length_exceeded: 'Shorten the conversation, or choose a model that takes more.',
  upstream_stream_error:
    'The service behind the gateway broke off. Regenerate the reply, or try another model.',
};

const BY_STATUS: Readonly<Record<number, string>> = {
  0: 'Check that the gateway is running and that this machine can reach it.',
  200: 'Send it again, or try another model.',
  400: 'Change what the message names, and send it again.',
  401: 'Use a token that is valid: change it at the top of the page, or create one on the Tokens page.',
  402: 'A budget is used up. Raise it on the Tokens page, or wait until it resets.',
  403: 'This token may not do that: its models, addresses or rights are limited. Use another token, or ask whoever made it.',
  404: 'Pick another model, or check that this gateway serves this kind of request.',
  408: 'Send it again.',
  413: 'Send something smaller.',
  415: 'Use a kind of file that the message names.',
  429: 'Too much at once: wait a moment, then send it again.',
  500: 'Send it again. If it fails again, give the request id to whoever runs this gateway.',
  502: 'The service behind the gateway failed. Send it again, or try another model.',
  503: 'Nothing could take this just now. Send it again shortly, or try another model.',
  504: 'The service behind the gateway took too long. Send it again, or try another model.',
};

/** What the person at the screen can do about it. */
export function adviceFor({ status, code, retryAfterSeconds }: CallError): string {
  if (status === 429 && retryAfterSeconds !== undefined && code !== 'insufficient_quota') {
    return `Too much at once: send it again in ${retryAfterSeconds} s.`;
  }
  return BY_CODE[code ?? ''] ?? BY_STATUS[status] ?? BY_STATUS[status < 500 ? 400 : 500] ?? '';
}
