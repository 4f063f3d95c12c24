import { type ClientSide } from '#relay';

const USAGE = { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 };
const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8' };

type Delta = Record<string, unknown>;

/** A stream of chat chunks: one for each delta, one that finishes, one with the usage. */
export function chatEvents(deltas: readonly Delta[], finishReason = 'stop'): string[] {
  const choices = [
    ...deltas.map((delta) => [{ index: 0, delta, finish_reason: null }]),
    [{ index: 0, delta: {}, finish_reason: finishReason }],
  ];
  return [
    ...choices.map((one) => encodeEvent({ choices: one })),
    encodeEvent({ choices: [], usage: USAGE }),
    'data: [DONE]\n\n',
  ];
}

export function textDeltas(...texts: string[]): Delta[] {
  return texts.map((content) => ({ content }));
}

export async function streamTo(client: ClientSide, chunks: readonly (string | Uint8Array)[], headers = EVENTS) {
  const stream = client.openStream(headers);
  for (const chunk of chunks) await stream.write(chunk);
  stream.end();
}

function encodeEvent(members: Record<string, unknown>): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', ...members })}\n\n`;
}
