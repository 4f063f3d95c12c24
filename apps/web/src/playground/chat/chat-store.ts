import { memoryStore } from '../memory-store.js';
import { type ChatAction, type ChatState, type Column, changeChat } from './chat-state.js';
import { type ToolResult, type UserTurn, pendingCalls } from './conversation.js';
import { type Asking, beginReply, freshId, runReply } from './run-reply.js';

/** Without models there is still a column to choose one in. */
const store = memoryStore<ChatState>({ columns: [{ id: freshId(), model: undefined, turns: [] }] });
const running = new Map<string, AbortController>();

/** Conversations live as long as the page: going to another tab and back does not end them. */
export const chatStore = {
  get: store.get,
  subscribe: store.subscribe,
  change,
  addColumn: (model?: string): void => change({ type: 'columnAdded', id: freshId(), model }),
  open: (models: readonly string[]): void => {
    if (models.length === 0) return;
    change({ type: 'modelsBrought', columns: models.map((model) => ({ id: freshId(), model })) });
  },
  /** Columns that have no model yet get this one. */
  fill: (model: string | undefined): void => {
    const empty = store.get().columns.filter((column) => column.model === undefined);
    if (model === undefined) return;
    for (const { id } of empty) change({ type: 'modelChosen', id, model });
  },
  removeColumn: (id: string): void => {
    stop(id);
    change({ type: 'columnRemoved', id });
  },
  /** Says it to every model and lets each of them answer. */
  say: (turn: UserTurn, asking: Asking): void => {
    change({ type: 'said', turn });
    for (const column of store.get().columns) answer(column, asking);
  },
  /** Says the n-th question anew, in other words. */
  sayInstead: (question: number, turn: UserTurn, asking: Asking): void => {
    stopAll();
    change({ type: 'takenBack', question });
    chatStore.say(turn, asking);
  },
  giveResults: (id: string, results: readonly ToolResult[], asking: Asking): void => {
    change({ type: 'resultsGiven', id, turn: { kind: 'results', results } });
    answerIn(id, asking);
  },
  regenerate: (id: string, asking: Asking): void => {
    stop(id);
    change({ type: 'lastReplyDropped', id });
    answerIn(id, asking);
  },
  clear: (): void => {
    stopAll();
    change({ type: 'cleared' });
  },
  stop: stopAll,
} as const;

export function isRunning({ columns }: ChatState): boolean {
  return columns.some(({ turns }) => {
    const last = turns.at(-1);
    return last?.kind === 'reply' && last.state === 'running';
  });
}

export function awaitsResults({ columns }: ChatState): boolean {
  return columns.some(({ turns }) => pendingCalls(turns).length > 0);
}

function change(action: ChatAction): void {
  store.set(changeChat(store.get(), action));
}

function answerIn(id: string, asking: Asking): void {
  const column = store.get().columns.find((column) => column.id === id);
  if (column !== undefined) answer(column, asking);
}

function answer({ id, model, turns }: Column, asking: Asking): void {
  if (model === undefined) return;
  const controller = new AbortController();
  running.set(id, controller);
  const begun = beginReply({ ...asking, model, turns });
  change({ type: 'replyBegan', id, turn: begun });
  void runReply(begun, asking, controller.signal, (turn) => change({ type: 'replyChanged', id, turn }));
}

function stop(id: string): void {
  running.get(id)?.abort();
  running.delete(id);
}

function stopAll(): void {
  for (const id of running.keys()) stop(id);
}
