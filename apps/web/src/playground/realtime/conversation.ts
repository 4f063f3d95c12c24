import { type ConversationItem, type ServerEvent } from './server-event.js';

export interface Line {
  id: string;
  speaker: 'you' | 'model';
  text: string;
  /** `growing`: more text follows; `cut`: the user interrupted; `unheard`: the speech could not be transcribed. */
  state: 'growing' | 'whole' | 'cut' | 'unheard';
}

export interface Conversation {
  lines: readonly Line[];
  /** Whether the model is generating a response. */
  answering: boolean;
  /** Whether the provider detects speech of the user. */
  hearing: boolean;
  trouble?: string;
  /** The time of the end of the last message of the user. */
  askedAtMs?: number;
  /** The time from the end of the message to the first word of the response. */
  firstWordMs?: number;
  tokens: { input: number; output: number };
}

export type Happening =
  | { kind: 'event'; event: ServerEvent; atMs: number }
  | { kind: 'asked'; atMs: number }
  | { kind: 'began' };

export const SILENCE: Conversation = {
  lines: [],
  answering: false,
  hearing: false,
  tokens: { input: 0, output: 0 },
};

const BY_CODE: Readonly<Record<number, string>> = {
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
export function conversationAfter(conversation: Conversation, happening: Happening): Conversation {
  switch (happening.kind) {
    case 'began':
      return SILENCE;
    case 'asked':
      return asked(conversation, happening.atMs);
    case 'event':
      return afterEvent(conversation, happening.event, happening.atMs);
  }
}

function asked(conversation: Conversation, atMs: number): Conversation {
  return { ...conversation, trouble: undefined, askedAtMs: atMs, firstWordMs: undefined };
}

function afterEvent(conversation: Conversation, event: ServerEvent, atMs: number): Conversation {
  switch (event.type) {
    case 'conversation.item.added':
      return withItem(conversation, event.item);
    case 'conversation.item.done':
      return withItemDone(conversation, event.item);
    case 'conversation.item.truncated':
      return withLine(conversation, event.item_id, { state: 'cut' });
    case 'conversation.item.input_audio_transcription.delta':
      return withMore(conversation, event.item_id, event.delta);
    case 'conversation.item.input_audio_transcription.completed':
      return withLine(conversation, event.item_id, { text: event.transcript, state: 'whole' });
    case 'conversation.item.input_audio_transcription.failed':
      return withLine(conversation, event.item_id, { state: 'unheard' });
    case 'response.output_text.delta':
    case 'response.output_audio_transcript.delta':
      return withMore(timed(conversation, atMs), event.item_id, event.delta);
    case 'input_audio_buffer.speech_started':
      return { ...conversation, hearing: true };
    case 'input_audio_buffer.speech_stopped':
      return { ...asked(conversation, atMs), hearing: false };
    case 'response.created':
      return { ...conversation, answering: true };
    case 'response.done':
      return withResponseDone(conversation, event.response);
    case 'error':
      return { ...conversation, trouble: event.error.message };
    default:
      return conversation;
  }
}

function withItem(conversation: Conversation, item: ConversationItem): Conversation {
  if (item.type !== 'message' || item.role === 'system') return conversation;
  const typed = item.role === 'user' && item.content?.some((part) => part.type === 'input_text') === true;
  const line: Line = {
    id: item.id,
    speaker: item.role === 'user' ? 'you' : 'model',
    text: getText(item),
    state: typed ? 'whole' : 'growing',
  };
  return { ...conversation, lines: [...conversation.lines, line] };
}

/** Completes a response of the model. Spoken input is completed by its transcription event instead. */
function withItemDone(conversation: Conversation, item: ConversationItem): Conversation {
  if (item.role !== 'assistant') return conversation;
  const state = item.status === 'incomplete' ? 'cut' : 'whole';
  return withLine(conversation, item.id, { text: getText(item), state });
}

function withResponseDone(
  conversation: Conversation,
  response: Extract<ServerEvent, { type: 'response.done' }>['response'],
): Conversation {
  const { status, status_details: details, usage } = response;
  const failure = details?.error?.message ?? 'The response failed.';
  return {
    ...conversation,
    answering: false,
    trouble: status === 'failed' ? failure : conversation.trouble,
    lines: conversation.lines.map((line) =>
      line.speaker === 'model' && line.state === 'growing' ? { ...line, state: 'cut' } : line,
    ),
    tokens: {
      input: conversation.tokens.input + (usage?.input_tokens ?? 0),
      output: conversation.tokens.output + (usage?.output_tokens ?? 0),
    },
  };
}

function timed(conversation: Conversation, atMs: number): Conversation {
  const { askedAtMs, firstWordMs } = conversation;
  if (askedAtMs === undefined || firstWordMs !== undefined) return conversation;
  return { ...conversation, firstWordMs: atMs - askedAtMs };
}

function withMore(conversation: Conversation, id: string, delta: string): Conversation {
  const line = conversation.lines.find((candidate) => candidate.id === id);
  return line === undefined ? conversation : withLine(conversation, id, { text: line.text + delta });
}

function withLine(conversation: Conversation, id: string, change: Partial<Line>): Conversation {
  const lines = conversation.lines.map((line) => (line.id === id ? { ...line, ...change } : line));
  return { ...conversation, lines };
}

function getText({ content = [] }: ConversationItem): string {
  return content.map((part) => part.text ?? part.transcript ?? '').join('');
}

/** The message for a close code of the WebSocket. */
export function closeWords(code: number): string {
  return BY_CODE[code] ?? 'The connection was closed.';
}
