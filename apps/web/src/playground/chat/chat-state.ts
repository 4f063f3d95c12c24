import { type ReplyTurn, type ResultsTurn, type Turn, type UserTurn } from './conversation.js';

export const MAX_COLUMNS = 4;

/** A model and the conversation with it. */
export interface Column {
  id: string;
  /** Undefined until one is chosen. */
  model: string | undefined;
  turns: readonly Turn[];
}

/** All columns have the same user messages: the n-th user message is the same in each column. */
export interface ChatState {
  columns: readonly Column[];
}

export interface NewColumn {
  id: string;
  model: string | undefined;
}

export type ChatAction =
  | { type: 'columnAdded'; id: string; model?: string }
  | { type: 'columnRemoved'; id: string }
  /** The models of the URL. */
  | { type: 'modelsOpened'; columns: readonly NewColumn[] }
  /** A recorded conversation replaces this one. */
  | { type: 'conversationOpened'; columns: readonly Column[] }
  | { type: 'modelSelected'; id: string; model: string }
  | { type: 'messageAdded'; turn: UserTurn }
  /** Removes the n-th user message and all turns after it, in all columns. `messageIndex` counts only user messages. */
  | { type: 'messagesRemoved'; messageIndex: number }
  | { type: 'resultsAdded'; id: string; turn: ResultsTurn }
  | { type: 'replyStarted'; id: string; turn: ReplyTurn }
  | { type: 'replyChanged'; id: string; turn: ReplyTurn }
  | { type: 'lastReplyRemoved'; id: string }
  | { type: 'cleared' };

export function changeChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'columnAdded':
      return addColumn(state, action.id, action.model);
    case 'columnRemoved':
      return { columns: state.columns.filter(({ id }) => id !== action.id) };
    case 'modelsOpened':
      return openModels(state, action.columns);
    case 'conversationOpened':
      return { columns: action.columns };
    case 'modelSelected':
      return updateColumn(state, action.id, (column) => ({ ...column, model: action.model }));
    case 'messageAdded':
      return updateTurns(state, (turns) => [...turns, action.turn]);
    case 'messagesRemoved':
      return updateTurns(state, (turns) => turns.slice(0, findMessagePosition(turns, action.messageIndex)));
    case 'resultsAdded':
    case 'replyStarted':
      return updateColumn(state, action.id, (column) => ({
        ...column,
        turns: [...column.turns, action.turn],
      }));
    case 'replyChanged':
      return updateColumn(state, action.id, (column) => ({
        ...column,
        turns: column.turns.map(replaceReply(action.turn)),
      }));
    case 'lastReplyRemoved':
      return updateColumn(state, action.id, (column) => ({
        ...column,
        turns: withoutLastReply(column.turns),
      }));
    case 'cleared':
      return updateTurns(state, () => []);
  }
}

/** A new column starts with the turns of the first column. */
function addColumn({ columns }: ChatState, id: string, model: string | undefined): ChatState {
  if (columns.length >= MAX_COLUMNS) return { columns };
  return { columns: [...columns, { id, model, turns: columns[0]?.turns ?? [] }] };
}

/** Opened models replace the columns of an empty conversation, and are added to any other. */
function openModels(state: ChatState, opened: readonly NewColumn[]): ChatState {
  const isNew = state.columns.every(({ turns }) => turns.length === 0);
  if (isNew) return { columns: opened.slice(0, MAX_COLUMNS).map((column) => ({ ...column, turns: [] })) };
  return opened.reduce(addModel, state);
}

function addModel(state: ChatState, { id, model }: NewColumn): ChatState {
  if (state.columns.some((column) => column.model === model)) return state;
  const { [MAX_COLUMNS - 1]: last } = state.columns;
  if (last === undefined) return addColumn(state, id, model);
  return updateColumn(state, last.id, (column) => ({ ...column, model }));
}

function updateColumn(state: ChatState, id: string, change: (column: Column) => Column): ChatState {
  return { columns: state.columns.map((column) => (column.id === id ? change(column) : column)) };
}

function updateTurns(state: ChatState, change: (turns: readonly Turn[]) => readonly Turn[]): ChatState {
  return { columns: state.columns.map((column) => ({ ...column, turns: change(column.turns) })) };
}

function replaceReply(reply: ReplyTurn): (turn: Turn) => Turn {
  return (turn) => (turn.kind === 'reply' && turn.id === reply.id ? reply : turn);
}

function withoutLastReply(turns: readonly Turn[]): readonly Turn[] {
  return turns.at(-1)?.kind === 'reply' ? turns.slice(0, -1) : turns;
}

/** The position of the n-th user message, or the end of the turns if there is no such message. */
function findMessagePosition(turns: readonly Turn[], messageIndex: number): number {
  const positions = turns.flatMap(({ kind }, position) => (kind === 'user' ? [position] : []));
  return positions[messageIndex] ?? turns.length;
}
