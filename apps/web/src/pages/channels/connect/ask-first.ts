import { api, getAnswer } from '../../../api/client.js';
import { callGateway } from '../../../playground/call.js';
import { CallError } from '../../../playground/call/call-error.js';
import { type CallReport } from '../../../playground/call/call-report.js';

export interface FirstReply {
  text: string;
  report: CallReport;
}

export const FIRST_MESSAGE = 'Say hello in one short sentence.';

/** Another process of the gateway may load a new channel a moment later. */
const MAX_TRIES = 6;
const PAUSE_MS = 500;

/** Sends a first message through the gateway, with the token of the playground. */
export async function askFirst(model: string): Promise<FirstReply> {
  const { key } = await getAnswer(api.POST('/api/playground/token'));
  return ask(key, model);
}

async function ask(token: string, model: string, tried = 1): Promise<FirstReply> {
  const messages = [{ role: 'user', content: FIRST_MESSAGE }];
  try {
    const request = { method: 'POST', path: '/v1/chat/completions', json: { model, messages } } as const;
    const answer = await callGateway(token, request);
    const body = await answer.json<{ choices?: { message?: { content?: unknown } }[] }>();
    const text = body.choices?.[0]?.message?.content;
    return { text: typeof text === 'string' ? text : '', report: answer.report() };
  } catch (error) {
    const isUnknown = error instanceof CallError && error.status === 404;
    if (!isUnknown || tried >= MAX_TRIES) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return ask(token, model, tried + 1);
  }
}
