import { userStorage } from '../../session/user-storage.js';
import { memoryStore } from '../memory-store.js';
import { type ChatAction, type ChatState, type Column, changeChat } from './chat-state.js';
import { type ToolResult, type UserTurn, pendingCalls } from './conversation.js';
import { type Asking, beginReply, freshId, runReply } from './run-reply.js';
import { FIRST_DRAFT, draftStore } from './settings/draft.js';
import { hasTurns, parseChat, serializeChat } from './stored-chat.js';

const STORED = 'chat';

/** Without models there is still a column to choose one in. */
const blank = (): ChatState => ({ columns: [{ id: freshId(), model: undefined, turns: [] }] });

const stored = parseChat(userStorage.read(STORED) ?? '');
if (stored !== undefined) draftStore.set(stored.draft);

const store = memoryStore<ChatState>(stored === undefined ? blank() : { columns: stored.columns });
const running = new Map<string, AbortController>();
/** The signed-in user that the conversation is of; an empty text where there was none. */
let user = stored?.user ?? '';

/** Conversations outlive a change of page, and a reload of this tab. */
export const chatStore = {
  get: store.get,
  subscribe: store.subscribe,
  change,
  /** The conversation of another user is removed. */
  claim: (next: string): void => {
    if (user !== '' && user !== next) reset();
    user = next;
  },
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
  /** Sends the message to every model. */
  say: (turn: UserTurn, asking: Asking): void => {
    change({ type: 'said', turn });
    for (const column of store.get().columns) answer(column, asking);
  },
  /** Sends the n-th message again, with another text. */
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

/** A page that is left has its requests aborted, which must not be stored as the end of a reply. */
const ABORTING_MS = 2_000;
let leftAtMs = -ABORTING_MS;
addEventListener('beforeunload', () => {
  storeChat();
  leftAtMs = performance.now();
});
// A page that is reloaded, closed or put aside; also on phones, which end pages in the background.
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
