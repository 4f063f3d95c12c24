import { type CallError } from './call-error.js';

const ADVICE_BY_CODE: Readonly<Record<string, string>> = {
  invalid_api_key:
    'The token is invalid or revoked, or it belongs to another gateway. Change it at the top of the page, or create one on the Tokens page.',
  model_not_found: 'Choose a model from the list.',
  insufficient_quota: 'A budget is used up. Raise it, or wait until it resets.',
  spend_limit_reached: 'A budget is used up. Raise it, or wait until it resets.',
  rate_limit_exceeded: 'Rate limit reached: wait a moment, then send it again.',
  enforced_spend_limit_reached: 'A budget is used up. Raise it, or wait until it resets.',
  storage_quota_reached:
    'The storage quota of the owner is used up. Delete stored data, or wait until it expires.',
  concurrency_limit_exceeded:
    'Too many requests are running at once. Send it again when one of them has ended.',
  no_available_channel: 'No channel is available right now. Send it again shortly, or try another model.',
  context_length_exceeded: 'Shorten the conversation, or choose a model with a larger context.',
  upstream_stream_error: 'The provider aborted the response. Regenerate the reply, or try another model.',
};

const ADVICE_BY_STATUS: Readonly<Record<number, string>> = {
  0: 'Check that the gateway is running and that this machine can reach it.',
  200: 'Send it again, or try another model.',
  400: 'Correct the value that the message names, then send it again.',
  401: 'Use a valid token: change it at the top of the page, or create one on the Tokens page.',
  402: 'A budget is used up. Raise it, or wait until it resets.',
  403: 'This token is not allowed to send this request: its models, IP addresses or permissions are restricted. Use another token, or ask an administrator.',
  404: 'Choose another model, or check that this gateway supports this operation.',
  408: 'Send it again.',
  413: 'Reduce the size of the request.',
  415: 'Use one of the file types that the message names.',
  429: 'A limit was reached. Wait a moment, then send it again.',
  500: 'Send it again. If it fails again, report the request ID to an administrator.',
  502: 'The provider failed. Send it again, or try another model.',
  503: 'The gateway cannot handle the request right now. Send it again shortly.',
  504: 'The provider timed out. Send it again, or try another model.',
};

/** Codes of used-up budgets: waiting for the end of a rate limit does not help. */
const BUDGET_CODES = ['insufficient_quota', 'spend_limit_reached', 'enforced_spend_limit_reached'];

/** What the user can do about the error. */
export function adviceFor({ status, code, retryAfterSeconds }: CallError): string {
  if (status === 429 && retryAfterSeconds !== undefined && !isBudgetCode(code)) {
    return `Rate limit reached: send it again in ${retryAfterSeconds} s.`;
  }
  return (
    ADVICE_BY_CODE[code ?? ''] ?? ADVICE_BY_STATUS[status] ?? ADVICE_BY_STATUS[status < 500 ? 400 : 500] ?? ''
  );
}

function isBudgetCode(code: string | undefined): boolean {
  return code !== undefined && BUDGET_CODES.includes(code);
}
