import { type ConversationItem, type ServerEvent } from './server-event.js';

export interface Line {
  id: string;
  speaker: 'you' | 'model';
  text: string;
  /** `partial`: more text follows; `interrupted`: by the user; `untranscribed`: the speech could not be transcribed. */
  state: 'partial' | 'complete' | 'interrupted' | 'untranscribed';
}

export interface Conversation {
  lines: readonly Line[];
  /** Whether the model is generating a response. */
  isResponding: boolean;
  /** Whether the provider detects speech of the user. */
  isUserSpeaking: boolean;
  error?: string;
  /** The time of the end of the last message of the user. */
  messageSentAtMs?: number;
  /** The time from the end of the message to the first word of the response. */
  firstWordMs?: number;
  tokens: { input: number; output: number };
}

export type ConversationAction =
  | { kind: 'event'; event: ServerEvent; atMs: number }
  | { kind: 'messageSent'; atMs: number }
  | { kind: 'started' };

export const EMPTY_CONVERSATION: Conversation = {
  lines: [],
  isResponding: false,
  isUserSpeaking: false,
  tokens: { input: 0, output: 0 },
};

const CLOSE_MESSAGES: Readonly<Record<number, string>> = {
  1000: 'The conversation has ended.',
  1001: 'The session has ended: it reached the limit of one hour, or was idle for too long. Connect again to continue.',
  1005: 'The connection was closed.',
  1006: 'The connection was lost or refused. Check the token and the model, then connect again.',
  1008: 'The gateway ended the session: the token is no longer valid, its budget is used up, or the client sent too many messages.',
  1009: 'A message was too large. Send smaller messages.',
  1011: 'The connection to the provider was lost. Connect again.',
  1012: 'The gateway is restarting. Connect again in a moment.',
  1013: 'The connection was too slow. Connect again.',
};

/** Reducer of the conversation. */
export function reduceConversation(conversation: Conversation, action: ConversationAction): Conversation {
  switch (action.kind) {
    case 'started':
      return EMPTY_CONVERSATION;
    case 'messageSent':
      return startTurn(conversation, action.atMs);
    case 'event':
      return afterEvent(conversation, action.event, action.atMs);
  }
}

function startTurn(conversation: Conversation, atMs: number): Conversation {
  return { ...conversation, error: undefined, messageSentAtMs: atMs, firstWordMs: undefined };
}

function afterEvent(conversation: Conversation, event: ServerEvent, atMs: number): Conversation {
  switch (event.type) {
    case 'conversation.item.added':
      return addItem(conversation, event.item);
    case 'conversation.item.done':
      return completeItem(conversation, event.item);
    case 'conversation.item.truncated':
      return updateLine(conversation, event.item_id, { state: 'interrupted' });
    case 'conversation.item.input_audio_transcription.delta':
      return appendText(conversation, event.item_id, event.delta);
    case 'conversation.item.input_audio_transcription.completed':
      return updateLine(conversation, event.item_id, { text: event.transcript, state: 'complete' });
    case 'conversation.item.input_audio_transcription.failed':
      return updateLine(conversation, event.item_id, { state: 'untranscribed' });
    case 'response.output_text.delta':
    case 'response.output_audio_transcript.delta':
      return appendText(withFirstWordTime(conversation, atMs), event.item_id, event.delta);
    case 'input_audio_buffer.speech_started':
      return { ...conversation, isUserSpeaking: true };
    case 'input_audio_buffer.speech_stopped':
      return { ...startTurn(conversation, atMs), isUserSpeaking: false };
    case 'response.created':
      return { ...conversation, isResponding: true };
    case 'response.done':
      return completeResponse(conversation, event.response);
    case 'error':
      return { ...conversation, error: event.error.message };
    default:
      return conversation;
  }
}

function addItem(conversation: Conversation, item: ConversationItem): Conversation {
  if (item.type !== 'message' || item.role === 'system') return conversation;
  const isTyped = item.role === 'user' && item.content?.some((part) => part.type === 'input_text') === true;
  const line: Line = {
    id: item.id,
    speaker: item.role === 'user' ? 'you' : 'model',
    text: getText(item),
    state: isTyped ? 'complete' : 'partial',
  };
  return { ...conversation, lines: [...conversation.lines, line] };
}

/** Completes a response of the model. Spoken input is completed by its transcription event instead. */
function completeItem(conversation: Conversation, item: ConversationItem): Conversation {
  if (item.role !== 'assistant') return conversation;
  const state = item.status === 'incomplete' ? 'interrupted' : 'complete';
  return updateLine(conversation, item.id, { text: getText(item), state });
}

function completeResponse(
  conversation: Conversation,
  response: Extract<ServerEvent, { type: 'response.done' }>['response'],
): Conversation {
  const { status, status_details: details, usage } = response;
  const failure = details?.error?.message ?? 'The response failed.';
  return {
    ...conversation,
    isResponding: false,
    error: status === 'failed' ? failure : conversation.error,
    lines: conversation.lines.map((line) =>
      line.speaker === 'model' && line.state === 'partial' ? { ...line, state: 'interrupted' } : line,
    ),
    tokens: {
      input: conversation.tokens.input + (usage?.input_tokens ?? 0),
      output: conversation.tokens.output + (usage?.output_tokens ?? 0),
    },
  };
}

function withFirstWordTime(conversation: Conversation, atMs: number): Conversation {
  const { messageSentAtMs, firstWordMs } = conversation;
  if (messageSentAtMs === undefined || firstWordMs !== undefined) return conversation;
  return { ...conversation, firstWordMs: atMs - messageSentAtMs };
}

function appendText(conversation: Conversation, id: string, delta: string): Conversation {
  const line = conversation.lines.find((candidate) => candidate.id === id);
  return line === undefined ? conversation : updateLine(conversation, id, { text: line.text + delta });
}

function updateLine(conversation: Conversation, id: string, change: Partial<Line>): Conversation {
  const lines = conversation.lines.map((line) => (line.id === id ? { ...line, ...change } : line));
  return { ...conversation, lines };
}

function getText({ content = [] }: ConversationItem): string {
  return content.map((part) => part.text ?? part.transcript ?? '').join('');
}

/** The message for a close code of the WebSocket. */
export function describeClose(code: number): string {
  return CLOSE_MESSAGES[code] ?? 'The connection was closed.';
}
