import { type Column } from './chat-state.js';
import { chatStore } from './chat-store.js';
import { type ReplyTurn, type Turn } from './conversation.js';
import { FORMATS } from './formats/formats.js';
import { createId } from './run-reply.js';
import { DEFAULT_DRAFT, draftStore } from './settings/draft.js';
import { NO_SETTINGS } from './settings/settings.js';

export interface RecordedConversation {
  model: string;
  messages: readonly { role: 'system' | 'user' | 'assistant' | 'tool'; text: string }[];
  /** The last reply of the model. */
  answer: string | undefined;
  /** Whether to add a second column, for another model. */
  isCompared: boolean;
}

/** Replaces the current conversation by a recorded one. Results of tools become text in user messages. */
export function openConversation({ model, messages, answer, isCompared }: RecordedConversation): void {
  chatStore.stop();
  const systemTexts = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  draftStore.set({ ...DEFAULT_DRAFT, system: systemTexts.join('\n\n') });
  const turns = messages.reduce<Turn[]>((turns, message) => addMessage(turns, message, model), []);
  const turnsWithReply = answer === undefined ? turns : [...turns, toReply(turns, model, answer)];
  const columns: Column[] = [{ id: createId(), model, turns: turnsWithReply }];
  if (isCompared) columns.push({ id: createId(), model: undefined, turns });
  chatStore.change({ type: 'conversationOpened', columns });
}

function addMessage(
  turns: Turn[],
  { role, text }: RecordedConversation['messages'][number],
  model: string,
): Turn[] {
  if (role === 'system') return turns;
  if (role === 'assistant') return [...turns, toReply(turns, model, text)];
  const last = turns.at(-1);
  if (last?.kind !== 'user') return [...turns, { kind: 'user', text, images: [] }];
  return [...turns.slice(0, -1), { ...last, text: `${last.text}\n\n${text}` }];
}

function toReply(before: readonly Turn[], model: string, text: string): ReplyTurn {
  return {
    kind: 'reply',
    id: createId(),
    model,
    format: 'chat',
    state: 'done',
    parts: [{ key: 'text', kind: 'text', text }],
    request: FORMATS.chat.buildRequest(model, before, NO_SETTINGS),
    raw: [],
  };
}
