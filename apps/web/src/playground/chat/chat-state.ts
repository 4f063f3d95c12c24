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
  | { type: 'modelsBrought'; columns: readonly NewColumn[] }
  /** A recorded conversation replaces this one. */
  | { type: 'conversationBrought'; columns: readonly Column[] }
  | { type: 'modelChosen'; id: string; model: string }
  | { type: 'said'; turn: UserTurn }
  /** Removes the user message at `question` and all turns after it, in all columns. */
  | { type: 'takenBack'; question: number }
  | { type: 'resultsGiven'; id: string; turn: ResultsTurn }
  | { type: 'replyBegan'; id: string; turn: ReplyTurn }
  | { type: 'replyChanged'; id: string; turn: ReplyTurn }
  | { type: 'lastReplyDropped'; id: string }
  | { type: 'cleared' };

export function changeChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'columnAdded':
      return addColumn(state, action.id, action.model);
    case 'columnRemoved':
      return { columns: state.columns.filter(({ id }) => id !== action.id) };
    case 'modelsBrought':
      return bring(state, action.columns);
    case 'conversationBrought':
      return { columns: action.columns };
    case 'modelChosen':
      return inColumn(state, action.id, (column) => ({ ...column, model: action.model }));
    case 'said':
      return inEveryColumn(state, (turns) => [...turns, action.turn]);
    case 'takenBack':
      return inEveryColumn(state, (turns) => turns.slice(0, getPosition(turns, action.question)));
    case 'resultsGiven':
    case 'replyBegan':
      return inColumn(state, action.id, (column) => ({ ...column, turns: [...column.turns, action.turn] }));
    case 'replyChanged':
      return inColumn(state, action.id, (column) => ({
        ...column,
        turns: column.turns.map(replacing(action.turn)),
      }));
    case 'lastReplyDropped':
      return inColumn(state, action.id, (column) => ({ ...column, turns: withoutLastReply(column.turns) }));
    case 'cleared':
      return inEveryColumn(state, () => []);
  }
}

/** A new column starts with the turns of the first column. */
function addColumn({ columns }: ChatState, id: string, model: string | undefined): ChatState {
  if (columns.length >= MAX_COLUMNS) return { columns };
  return { columns: [...columns, { id, model, turns: columns[0]?.turns ?? [] }] };
}

/** Opened models replace the columns of an empty conversation, and are added to any other. */
function bring(state: ChatState, brought: readonly NewColumn[]): ChatState {
  const isNew = state.columns.every(({ turns }) => turns.length === 0);
  if (isNew) return { columns: brought.slice(0, MAX_COLUMNS).map((column) => ({ ...column, turns: [] })) };
  return brought.reduce(join, state);
}

function join(state: ChatState, { id, model }: NewColumn): ChatState {
  if (state.columns.some((column) => column.model === model)) return state;
  const { [MAX_COLUMNS - 1]: last } = state.columns;
  if (last === undefined) return addColumn(state, id, model);
  return inColumn(state, last.id, (column) => ({ ...column, model }));
}

function inColumn(state: ChatState, id: string, change: (column: Column) => Column): ChatState {
  return { columns: state.columns.map((column) => (column.id === id ? change(column) : column)) };
}

function inEveryColumn(state: ChatState, change: (turns: readonly Turn[]) => readonly Turn[]): ChatState {
  return { columns: state.columns.map((column) => ({ ...column, turns: change(column.turns) })) };
}

function replacing(reply: ReplyTurn): (turn: Turn) => Turn {
  return (turn) => (turn.kind === 'reply' && turn.id === reply.id ? reply : turn);
}

function withoutLastReply(turns: readonly Turn[]): readonly Turn[] {
  return turns.at(-1)?.kind === 'reply' ? turns.slice(0, -1) : turns;
}

/** The position of the n-th user message, or the end of the turns if there is no such message. */
function getPosition(turns: readonly Turn[], question: number): number {
  const positions = turns.flatMap(({ kind }, position) => (kind === 'user' ? [position] : []));
  return positions[question] ?? turns.length;
}
