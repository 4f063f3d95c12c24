import { MODERATION_CATEGORIES } from '../../fake-upstream/index.js';

/** A verdict in the requested structure; categories that are not named are not flagged. */
export function verdictText(guilty: Record<string, number> = {}): string {
  const clear = MODERATION_CATEGORIES.map((category) => [category.replaceAll(/[/-]/g, '_'), 0.01] as const);
  return JSON.stringify({ ...Object.fromEntries(clear), ...guilty });
}

/** The response of a chat model of each provider, in its own structure. */
export const ANSWERS_OF: Readonly<
  Record<'openai' | 'responses' | 'anthropic' | 'gemini', (text: string) => object>
> = {
  openai: (text) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'x',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
  }),
  responses: (text) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'x',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    ],
    usage: { input_tokens: 5, output_tokens: 7, total_tokens: 12 },
  }),
  anthropic: (text) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'x',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 7 },
  }),
  gemini: (text) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 },
  }),
};
