import { type ReplyTurn, type ResultsTurn, type Turn, type UserTurn } from './conversation.js';

export const MAX_COLUMNS = 4;

/** A model and the conversation with it. */
export interface Column {
  id: string;
  /** Undefined until one is chosen. */
  model: string | undefined;
  turns: readonly Turn[];
}

/** All columns hear the same from the person: the n-th question is the same in each. */
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
  /** Models that whoever came here wants to try. */
  | { type: 'modelsBrought'; columns: readonly NewColumn[] }
  /** A conversation that was had elsewhere takes the place of this one. */
  | { type: 'conversationBrought'; columns: readonly Column[] }
  | { type: 'modelChosen'; id: string; model: string }
  | { type: 'said'; turn: UserTurn }
  /** Everything from that question on is forgotten, in all columns. */
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

/** A model that joins takes up the conversation where the first one has it. */
function addColumn({ columns }: ChatState, id: string, model: string | undefined): ChatState {
  if (columns.length >= MAX_COLUMNS) return { columns };
  return { columns: [...columns, { id, model, turns: columns[0]?.turns ?? [] }] };
}

/** They take the place of others as long as nothing was said; then they join the conversation. */
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

/** Where the n-th question stands; behind everything, where there is none. */
function getPosition(turns: readonly Turn[], question: number): number {
  const positions = turns.flatMap(({ kind }, position) => (kind === 'user' ? [position] : []));
  return positions[question] ?? turns.length;
}
