import { type Column } from './chat-state.js';
import { chatStore } from './chat-store.js';
import { type ReplyTurn, type Turn } from './conversation.js';
import { FORMATS } from './formats/formats.js';
import { freshId } from './run-reply.js';
import { FIRST_DRAFT, draftStore } from './settings/draft.js';
import { NO_SETTINGS } from './settings/settings.js';

export interface BroughtConversation {
  model: string;
  messages: readonly { role: 'system' | 'user' | 'assistant' | 'tool'; text: string }[];
  /** The last reply of the model. */
  answer: string | undefined;
  /** Whether to add a second column, for another model. */
  isCompared: boolean;
}

/** Replaces the current conversation by a recorded one. Results of tools become text in user messages. */
export function openConversation({ model, messages, answer, isCompared }: BroughtConversation): void {
  chatStore.stop();
  const said = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  draftStore.set({ ...FIRST_DRAFT, system: said.join('\n\n') });
  const asked = messages.reduce<Turn[]>((turns, message) => addMessage(turns, message, model), []);
  const answered = answer === undefined ? asked : [...asked, toReply(asked, model, answer)];
  const columns: Column[] = [{ id: freshId(), model, turns: answered }];
  if (isCompared) columns.push({ id: freshId(), model: undefined, turns: asked });
  chatStore.change({ type: 'conversationBrought', columns });
}

function addMessage(
  turns: Turn[],
  { role, text }: BroughtConversation['messages'][number],
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
    id: freshId(),
    model,
    format: 'chat',
    state: 'done',
    parts: [{ key: 'text', kind: 'text', text }],
    request: FORMATS.chat.buildRequest(model, before, NO_SETTINGS),
    raw: [],
  };
}
