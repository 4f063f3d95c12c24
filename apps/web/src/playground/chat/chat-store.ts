import { userStorage } from '../../session/user-storage.js';
import { memoryStore } from '../memory-store.js';
import { type ChatAction, type ChatState, type Column, changeChat } from './chat-state.js';
import { type ToolResult, type UserTurn, pendingCalls } from './conversation.js';
import { type Asking, beginReply, freshId, runReply } from './run-reply.js';
import { FIRST_DRAFT, draftStore } from './settings/draft.js';
import { hasTurns, parseChat, serializeChat } from './stored-chat.js';

const STORED = 'chat';

/** One column without a model, in which the user can choose one. */
const blank = (): ChatState => ({ columns: [{ id: freshId(), model: undefined, turns: [] }] });

const stored = parseChat(userStorage.read(STORED) ?? '');
if (stored !== undefined) draftStore.set(stored.draft);

const store = memoryStore<ChatState>(stored === undefined ? blank() : { columns: stored.columns });
const running = new Map<string, AbortController>();
/** The user of the conversation; empty if no user was signed in. */
let user = stored?.user ?? '';

/** The conversation. It is kept when the user navigates to another page or reloads this tab. */
export const chatStore = {
  get: store.get,
  subscribe: store.subscribe,
  change,
  /** Sets the signed-in user, and removes the conversation of another user. */
  claim: (next: string): void => {
    if (user !== '' && user !== next) reset();
    user = next;
  },
  addColumn: (model?: string): void => change({ type: 'columnAdded', id: freshId(), model }),
  open: (models: readonly string[]): void => {
    if (models.length === 0) return;
    change({ type: 'modelsBrought', columns: models.map((model) => ({ id: freshId(), model })) });
  },
  /** Sets the model of all columns without a model. */
  fill: (model: string | undefined): void => {
    const empty = store.get().columns.filter((column) => column.model === undefined);
    if (model === undefined) return;
    for (const { id } of empty) change({ type: 'modelChosen', id, model });
  },
  removeColumn: (id: string): void => {
    stop(id);
    change({ type: 'columnRemoved', id });
  },
  /** Sends a message to all models. */
  say: (turn: UserTurn, asking: Asking): void => {
    change({ type: 'said', turn });
    for (const column of store.get().columns) answer(column, asking);
  },
  /** Replaces the n-th message and all that follows. */
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

function reset(): void {
  stopAll();
  draftStore.set(FIRST_DRAFT);
  store.set(blank());
}

/** When the user leaves the page, the browser aborts its requests. Such a reply must not be stored as failed. */
const ABORTING_MS = 2_000;
let leftAtMs = -ABORTING_MS;
addEventListener('beforeunload', () => {
  storeChat();
  leftAtMs = performance.now();
});
// The page is reloaded, closed or hidden. Phones end hidden pages without another event.
addEventListener('pagehide', storeChat);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') storeChat();
});
userStorage.onRemoved(reset);

function storeChat(): void {
  if (performance.now() - leftAtMs < ABORTING_MS) return;
  const { columns } = store.get();
  const text = hasTurns({ columns }) ? serializeChat({ user, columns, draft: draftStore.get() }) : undefined;
  if (text === undefined || !userStorage.store(STORED, text)) userStorage.remove(STORED);
}
