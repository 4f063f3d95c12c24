import { type Message, type SystemMessage, type Warning } from '#canonical';
import { type Block } from './block.js';
import { encodeAssistantParts } from './encode-assistant.js';
import { encodeToolResult, encodeUserPart } from './encode-user.js';
import { pairToolCalls } from './pair-tool-calls.js';
import { toText } from './to-text.js';
import { type Turn } from './turn.js';

export interface Conversation {
  system: Block[];
  turns: Turn[];
}

/** The least that counts as a turn of the user. */
const PLACEHOLDER: Block = { type: 'text', text: '.' };

export function encodeConversation(messages: readonly Message[], warnings: Warning[]): Conversation {
  const firstTurn = messages.findIndex(({ role }) => role !== 'system');
  const leading = firstTurn === -1 ? messages : messages.slice(0, firstTurn);
  const rest = firstTurn === -1 ? [] : messages.slice(firstTurn);
  const system = leading.filter(isSystem).flatMap(({ content }) => content.flatMap(encodeUserPart));
  const turns = pairToolCalls(mergeTurns(rest.map((message) => encodeTurn(message, warnings))));
  return withoutTrailingSpace(withUserTurn({ system, turns }));
}

function isSystem(message: Message): message is SystemMessage {
  return message.role === 'system';
}

function encodeTurn(message: Message, warnings: Warning[]): Turn {
  switch (message.role) {
    case 'system':
      return { role: 'user', content: message.content.flatMap(encodeUserPart).map(asInstruction) };
    case 'user':
      return { role: 'user', content: message.content.flatMap(encodeUserPart) };
    case 'tool':
      return { role: 'user', content: message.results.map(encodeToolResult) };
    case 'assistant':
      return { role: 'assistant', content: encodeAssistantParts(message.content, warnings) };
  }
}

/** Not every model takes instructions between the turns; all of them understand text that is marked as one. */
function asInstruction(block: Block): Block {
  return { ...block, text: `<system>\n${toText(block['text'])}\n</system>` };
}

function mergeTurns(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = [];
  for (const { role, content } of turns) {
    if (content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content: [...content] });
  }
  return merged;
}

/** The user has to speak first. Where nobody does, the last instruction is what the user wants. */
function withUserTurn({ system, turns }: Conversation): Conversation {
  if (turns[0]?.role === 'user') return { system, turns };
  const isSilent = turns.length === 0;
  const words = (isSilent ? system.at(-1) : undefined) ?? PLACEHOLDER;
  return {
    system: isSilent ? system.slice(0, -1) : system,
    turns: [{ role: 'user', content: [words] }, ...turns],
  };
}

/** An answer that the model shall continue may not end in white space. */
function withoutTrailingSpace({ system, turns }: Conversation): Conversation {
  const last = turns.at(-1);
  const words = last?.content.at(-1);
  if (last?.role !== 'assistant' || words?.type !== 'text') return { system, turns };
  const trimmed = { ...words, text: toText(words['text']).trimEnd() };
  const content = [...last.content.slice(0, -1), trimmed];
  return { system, turns: [...turns.slice(0, -1), { role: 'assistant', content }] };
}
