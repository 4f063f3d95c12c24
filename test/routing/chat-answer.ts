import { type UpstreamRequest } from './behaviour.js';

/** The usage of every response. */
export const ANSWER_TOKENS = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
const WORDS = ['This', ' is', ' said', ' by', ' '];

/** A response in both of its forms. */
export interface ChatAnswer {
  whole: object;
  events: object[];
}

/** Its text names the upstream. */
export function buildAnswer({ model }: UpstreamRequest, speaker: string): ChatAnswer {
  const head = { id: `chatcmpl-${speaker}`, created: 1_763_164_800, model };
  const chunks = [...WORDS, speaker];
  const message = { role: 'assistant', content: chunks.join(''), refusal: null };
  const chunk = (choices: object[], more: object = {}): object => ({
    ...head,
    object: 'chat.completion.chunk',
    choices,
    ...more,
  });
  return {
    whole: {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
      usage: ANSWER_TOKENS,
    },
    events: [
      chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
      ...chunks.map((content) => chunk([{ index: 0, delta: { content }, finish_reason: null }])),
      chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
      chunk([], { usage: ANSWER_TOKENS }),
    ],
  };
}
