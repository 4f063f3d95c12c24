import { type ChatRequest, GatewayError, type Message } from '#canonical';
import { WIRE_FORMATS } from '#wire';

/** What the relay is asked for a response of the session: a streamed chat completion with its usage. */
export function encodeReplyRequest(request: ChatRequest): Buffer {
  if (request.messages.length === 0) throw nothingToAnswer();
  const messages = request.messages.map(withoutIdleThoughts);
  const { value } = WIRE_FORMATS['openai-chat'].egress.encodeRequest({ ...request, messages }, request.model);
  return Buffer.from(JSON.stringify(value));
}

/** Services want to see their thoughts again with the calls that these led to, and nowhere else. */
function withoutIdleThoughts(message: Message): Message {
  if (message.role !== 'assistant') return message;
  const { content } = message;
  if (content.some(({ type }) => type === 'tool-call')) return message;
  return { ...message, content: content.filter(({ type }) => type !== 'reasoning') };
}

function nothingToAnswer(): GatewayError {
  return new GatewayError(
    'invalid-value',
    'There is nothing to answer yet: add an item to the conversation, or give instructions.',
    { param: 'response.input' },
  );
}
