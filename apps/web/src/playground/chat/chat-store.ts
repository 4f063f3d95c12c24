import { userStorage } from '../../session/user-storage.js';
import { memoryStore } from '../memory-store.js';
import { type ChatAction, type ChatState, type Column, changeChat } from './chat-state.js';
import { type ToolResult, type UserTurn, pendingCalls } from './conversation.js';
import { type ReplyOptions, createReply, createId, runReply } from './run-reply.js';
import { DEFAULT_DRAFT, draftStore } from './settings/draft.js';
import { hasTurns, parseChat, serializeChat } from './stored-chat.js';

const STORAGE_NAME = 'chat';

/** One column without a model, in which the user can choose one. */
const createEmptyState = (): ChatState => ({ columns: [{ id: createId(), model: undefined, turns: [] }] });

const stored = parseChat(userStorage.read(STORAGE_NAME) ?? '');
if (stored !== undefined) draftStore.set(stored.draft);

const store = memoryStore<ChatState>(stored === undefined ? createEmptyState() : { columns: stored.columns });
const running = new Map<string, AbortController>();
/** The user of the conversation; empty if no user was signed in. */
let user = stored?.user ?? '';

/** The conversation. It is kept when the user navigates to another page or reloads this tab. */
export const chatStore = {
  get: store.get,
  subscribe: store.subscribe,
  change,
  /** Sets the signed-in user, and removes the conversation of another user. */
  setUser: (userName: string): void => {
    if (user !== '' && user !== userName) removeConversation();
    user = userName;
  },
  addColumn: (model?: string): void => change({ type: 'columnAdded', id: createId(), model }),
  openModels: (models: readonly string[]): void => {
    if (models.length === 0) return;
    change({ type: 'modelsOpened', columns: models.map((model) => ({ id: createId(), model })) });
  },
  /** Sets the model of all columns without a model. */
  setMissingModels: (model: string | undefined): void => {
    const empty = store.get().columns.filter((column) => column.model === undefined);
    if (model === undefined) return;
    for (const { id } of empty) change({ type: 'modelSelected', id, model });
  },
  removeColumn: (id: string): void => {
    stop(id);
    change({ type: 'columnRemoved', id });
  },
  /** Sends a message to all models. */
  sendMessage: (turn: UserTurn, replyOptions: ReplyOptions): void => {
    change({ type: 'messageAdded', turn });
    for (const column of store.get().columns) startReply(column, replyOptions);
  },
  /** Replaces the n-th message and all that follows. */
  replaceMessage: (messageIndex: number, turn: UserTurn, replyOptions: ReplyOptions): void => {
    stopAll();
    change({ type: 'messagesRemoved', messageIndex });
    chatStore.sendMessage(turn, replyOptions);
  },
  sendToolResults: (id: string, results: readonly ToolResult[], replyOptions: ReplyOptions): void => {
    change({ type: 'resultsAdded', id, turn: { kind: 'results', results } });
    startReplyIn(id, replyOptions);
  },
  regenerate: (id: string, replyOptions: ReplyOptions): void => {
    stop(id);
    change({ type: 'lastReplyRemoved', id });
    startReplyIn(id, replyOptions);
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

function startReplyIn(id: string, replyOptions: ReplyOptions): void {
  const column = store.get().columns.find((column) => column.id === id);
  if (column !== undefined) startReply(column, replyOptions);
}

function startReply({ id, model, turns }: Column, replyOptions: ReplyOptions): void {
  if (model === undefined) return;
  const controller = new AbortController();
  running.set(id, controller);
  const reply = createReply({ ...replyOptions, model, turns });
  change({ type: 'replyStarted', id, turn: reply });
  void runReply(reply, replyOptions, controller.signal, (turn) => change({ type: 'replyChanged', id, turn }));
}

function stop(id: string): void {
  running.get(id)?.abort();
  running.delete(id);
}

function stopAll(): void {
  for (const id of running.keys()) stop(id);
}

function removeConversation(): void {
  stopAll();
  draftStore.set(DEFAULT_DRAFT);
  store.set(createEmptyState());
}

/** When the user leaves the page, the browser aborts its requests. Such a reply must not be stored as failed. */
const LEAVING_MS = 2_000;
let leavingAtMs = -LEAVING_MS;
addEventListener('beforeunload', () => {
  storeChat();
  leavingAtMs = performance.now();
});
// The page is reloaded, closed or hidden. Phones end hidden pages without another event.
addEventListener('pagehide', storeChat);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') storeChat();
});
userStorage.onRemoved(removeConversation);

function storeChat(): void {
  if (performance.now() - leavingAtMs < LEAVING_MS) return;
  const { columns } = store.get();
  const text = hasTurns({ columns }) ? serializeChat({ user, columns, draft: draftStore.get() }) : undefined;
  if (text === undefined || !userStorage.store(STORAGE_NAME, text)) userStorage.remove(STORAGE_NAME);
}
