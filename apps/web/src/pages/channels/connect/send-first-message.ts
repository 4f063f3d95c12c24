import { api, unwrapResponse } from '../../../api/client.js';
import { callGateway } from '../../../playground/call.js';
import { CallError } from '../../../playground/call/call-error.js';
import { type CallReport } from '../../../playground/call/call-report.js';

export interface FirstReply {
  text: string;
  report: CallReport;
}

export const FIRST_MESSAGE = 'Say hello in one short sentence.';

/** Other processes of the gateway load a new channel with a short delay, so the request is retried. */
const MAX_ATTEMPTS = 6;
const RETRY_DELAY_MS = 500;

/** Sends a first message to a model through the gateway, with a playground token. */
export async function sendFirstMessage(model: string): Promise<FirstReply> {
  const { key } = await unwrapResponse(api.POST('/api/playground/token'));
  return sendMessage(key, model);
}

async function sendMessage(token: string, model: string, attempt = 1): Promise<FirstReply> {
  const messages = [{ role: 'user', content: FIRST_MESSAGE }];
  try {
    const request = { method: 'POST', path: '/v1/chat/completions', json: { model, messages } } as const;
    const response = await callGateway(token, request);
    const body = await response.json<{ choices?: { message?: { content?: unknown } }[] }>();
    const text = body.choices?.[0]?.message?.content;
    return { text: typeof text === 'string' ? text : '', report: response.report() };
  } catch (error) {
    const isUnknownModel = error instanceof CallError && error.status === 404;
    if (!isUnknownModel || attempt >= MAX_ATTEMPTS) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return sendMessage(token, model, attempt + 1);
  }
}
