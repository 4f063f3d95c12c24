import { GatewayError } from '#canonical';
import { type RealtimePorts } from '../ports.js';
import { type AssistantContent, type Item, type NewItem, type UserContent } from '../protocol/item.js';
import { type AudioFormat } from '../protocol/session-config.js';
import { type ItemAudio, type StoredItem, storeItem } from './stored-item.js';

type NewUserItem = Extract<NewItem, { role: 'user' }>;
type NewAssistantItem = Extract<NewItem, { role: 'assistant' }>;

/** Completes an item that a client sends; its audio is stored beside it. */
export function makeItem(
  given: NewItem,
  newId: RealtimePorts['newId'],
  inputFormat: AudioFormat,
): StoredItem {
  const head = { id: given.id ?? newId('item'), object: 'realtime.item', status: 'completed' } as const;
  if (given.type === 'function_call') {
    const { name, arguments: callArguments } = given;
    const callId = given.call_id ?? newId('call');
    return storeItem({ ...head, type: given.type, call_id: callId, name, arguments: callArguments });
  }
  if (given.type === 'function_call_output') {
    return storeItem({ ...head, type: given.type, call_id: given.call_id, output: given.output });
  }
  if (given.type !== 'message') {
    throw new GatewayError(
      'unsupported-parameter',
      `Items of type '${given.type}' cannot be used with this model.`,
      {
        param: 'item.type',
      },
    );
  }
  if (given.role === 'system') {
    return storeItem({ ...head, type: 'message', role: 'system', content: structuredClone(given.content) });
  }
  if (given.role === 'assistant') {
    return storeItem({ ...head, type: 'message', role: 'assistant', content: assistantContent(given) });
  }
  return storeItem(
    { ...head, type: 'message', role: 'user', content: given.content.map(userContent) },
    { audio: collectAudio(given, inputFormat) },
  );
}

/** A turn that was spoken. */
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
