import { GatewayError } from '#canonical';
import { type RealtimePorts } from '../ports.js';
import { type AssistantContent, type Item, type NewItem, type UserContent } from '../protocol/item.js';
import { type AudioFormat } from '../protocol/session-config.js';
import { type ItemAudio, type StoredItem, storeItem } from './stored-item.js';

type NewUserItem = Extract<NewItem, { role: 'user' }>;
type NewAssistantItem = Extract<NewItem, { role: 'assistant' }>;

/** Completes an item of a client. Its audio is stored separately. */
export function makeItem(
  newItem: NewItem,
  newId: RealtimePorts['newId'],
  inputFormat: AudioFormat,
): StoredItem {
  const head = { id: newItem.id ?? newId('item'), object: 'realtime.item', status: 'completed' } as const;
  if (newItem.type === 'function_call') {
    const { name, arguments: callArguments } = newItem;
    const callId = newItem.call_id ?? newId('call');
    return storeItem({ ...head, type: newItem.type, call_id: callId, name, arguments: callArguments });
  }
  if (newItem.type === 'function_call_output') {
    return storeItem({ ...head, type: newItem.type, call_id: newItem.call_id, output: newItem.output });
  }
  if (newItem.type !== 'message') {
    throw new GatewayError(
      'unsupported-parameter',
      `Items of type '${newItem.type}' are not supported by this model.`,
      {
        param: 'item.type',
      },
    );
  }
  if (newItem.role === 'system') {
    return storeItem({ ...head, type: 'message', role: 'system', content: structuredClone(newItem.content) });
  }
  if (newItem.role === 'assistant') {
    return storeItem({ ...head, type: 'message', role: 'assistant', content: assistantContent(newItem) });
  }
  return storeItem(
    { ...head, type: 'message', role: 'user', content: newItem.content.map(userContent) },
    { audio: collectAudio(newItem, inputFormat) },
  );
}

/** Creates the item of a spoken turn. */
export function makeSpokenTurn(id: string, bytes: Buffer, format: AudioFormat): StoredItem {
  const item: Item = {
    id,
    object: 'realtime.item',
    type: 'message',
    status: 'completed',
    role: 'user',
    content: [{ type: 'input_audio', transcript: null }],
  };
  return storeItem(item, { audio: [{ contentIndex: 0, bytes, format }] });
}

function userContent(part: NewUserItem['content'][number]): UserContent {
  if (part.type !== 'input_audio') return { ...part };
  return { type: 'input_audio', transcript: part.transcript ?? null };
}

function assistantContent({ content }: NewAssistantItem): AssistantContent[] {
  return content.map((part) =>
    part.type === 'output_text'
      ? { type: 'output_text', text: part.text }
      : { type: 'output_audio', transcript: part.transcript ?? '' },
  );
}

function collectAudio({ content }: NewUserItem, format: AudioFormat): ItemAudio[] {
  return content.flatMap((part, contentIndex) =>
    part.type === 'input_audio' && part.audio !== undefined
      ? [{ contentIndex, bytes: Buffer.from(part.audio, 'base64'), format }]
      : [],
  );
}
