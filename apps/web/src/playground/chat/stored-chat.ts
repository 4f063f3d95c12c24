import { CallError } from '../call/call-error.js';
import { type ChatState, type Column } from './chat-state.js';
import { type ReplyTurn, type Turn } from './conversation.js';
import { FORMATS } from './formats/formats.js';
import { type Draft } from './settings/draft.js';
import { NO_SETTINGS } from './settings/settings.js';

/** Browsers limit session storage to about 5 million characters. */
const MAX_CHARACTERS = 2_000_000;
const VERSION = 1;

export interface StoredChat {
  /** The signed-in user, or an empty text. */
  user: string;
  columns: readonly Column[];
  draft: Draft;
}

/** The conversation as JSON, without raw events, and without images if it is too long. Undefined if it is still too long. */
export function serializeChat(chat: StoredChat, maxCharacters = MAX_CHARACTERS): string | undefined {
  return [withoutRaw, withoutImages]
    .map((shrink) => JSON.stringify({ version: VERSION, ...chat, columns: chat.columns.map(shrink) }))
    .find(({ length }) => length <= maxCharacters);
}

/** Undefined if the text is not valid or has another version. */
export function parseChat(text: string): StoredChat | undefined {
  try {
    const { version, ...chat } = JSON.parse(text) as StoredChat & { version: number };
    return version === VERSION ? { ...chat, columns: chat.columns.map(restoreColumn) } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the conversation is not empty. */
export function hasTurns({ columns }: Pick<ChatState, 'columns'>): boolean {
  return columns.some(({ turns }) => turns.length > 0);
}

function withoutRaw({ turns, ...column }: Column): Column {
  return { ...column, turns: turns.map((turn) => (turn.kind === 'reply' ? { ...turn, raw: [] } : turn)) };
}

/** Requests contain the images and all previous messages, so they are left out and built again after loading. */
function withoutImages(column: Column): object {
  const turns = withoutRaw(column).turns.map((turn) => {
    if (turn.kind === 'user') return { ...turn, images: [] };
    if (turn.kind !== 'reply') return turn;
    return { ...turn, request: undefined, parts: turn.parts.filter(({ kind }) => kind !== 'image') };
  });
  return { ...column, turns };
}

function restoreColumn({ turns, ...column }: Column): Column {
  return { ...column, turns: turns.map((turn, position) => restoreTurn(turn, turns.slice(0, position))) };
}

function restoreTurn(turn: Turn, before: readonly Turn[]): Turn {
  if (turn.kind !== 'reply') return turn;
  const { model, format, error } = turn;
  const request =
    (turn.request as ReplyTurn['request'] | undefined) ??
    FORMATS[format].buildRequest(model, before, NO_SETTINGS);
  if (turn.state === 'running')
    return { ...turn, request, state: 'failed', error: toInterruptedReplyError(turn) };
  return { ...turn, request, ...(error && { error: new CallError(error.message, error) }) };
}

function toInterruptedReplyError({ report }: ReplyTurn): CallError {
  return new CallError('The page was reloaded before the reply was complete.', {
    status: 200,
    requestId: report?.requestId,
  });
}
