import { isDeepStrictEqual } from 'node:util';
import { type AssistantPart, type Message, type ToolResult, type UserPart } from '#canonical';
import { missing, notSupported, wrongValue } from '../validation/faults.js';
import { decodeFunctionResponse, mintCallId } from './function-call.js';
import { decodeFileData, decodeInlineData, decodeMediaResolution } from './media.js';
import { type ModelFragment, readModelPart } from './model-part.js';
import { type ProtoObject } from './proto-object.js';
import { openSignature } from './thought-signature.js';

/** Parts that only the service's own tools make. */
const HOSTED_PARTS = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];
const ROLES = new Map([
  ['', 'user'],
  ['user', 'user'],
  ['function', 'user'],
  ['model', 'model'],
]);

interface OpenCall {
  id: string;
  name: string;
}

/** A fragment of a conversation, and where it stood: calls without an id are named by it. */
interface PlacedFragment {
  fragment: ModelFragment;
  place: string;
}

/** The turns of the conversation. */
export function decodeContents(request: ProtoObject): Message[] {
  const contents = request.objects('contents');
  if (contents === undefined) throw missing(request.getPath('contents'));
  if (contents.length === 0) throw wrongValue(request.getPath('contents'), 'must hold at least one content');
  const reader = new ContentsReader();
  for (const [index, content] of contents.entries()) reader.read(content, index);
  return reader.finish();
}

class ContentsReader {
  private readonly messages: Message[] = [];
  private readonly calls = new OpenCalls();
  private readonly answered = new Map<string, Omit<ToolResult, 'callId'>>();
  private modelTurn: PlacedFragment[] = [];

  read(content: ProtoObject, index: number): void {
    const role = ROLES.get(content.string('role')?.toLowerCase() ?? 'user');
    if (role === undefined) throw wrongValue(content.getPath('role'), 'must be "user" or "model"');
    const parts = content.objects('parts') ?? [];
    if (role === 'model') {
      this.modelTurn.push(...parts.flatMap((part, place) => readTurnPart(part, `${index}.${place}`)));
      return;
    }
    if (parts.length === 0) throw missing(content.getPath('parts'));
    this.closeModelTurn();
    this.readUserTurn(parts);
  }

  finish(): Message[] {
    this.closeModelTurn();
    return this.messages;
  }

  private closeModelTurn(): void {
    const content = joinFragments(this.modelTurn);
    this.modelTurn = [];
    if (content.length === 0) return;
    this.messages.push({ role: 'assistant', content });
    this.answered.clear();
    this.calls.replace(
      content.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.id, name: part.name }] : [])),
    );
  }

  private readUserTurn(parts: readonly ProtoObject[]): void {
    const results: ToolResult[] = [];
    const content: UserPart[] = [];
    for (const part of parts) {
      const response = part.object('functionResponse');
      if (response) results.push(...this.readResult(response));
      else content.push(readUserPart(part));
    }
    if (results.length > 0) this.messages.push({ role: 'tool', results });
    if (content.length > 0) this.messages.push({ role: 'user', content });
  }

  private readResult(response: ProtoObject): ToolResult[] {
    const name = response.nonEmptyString('name');
    const id = response.string('id');
    const call = this.calls.answer(id, name);
    const result = decodeFunctionResponse(response);
    if (call) {
      this.answered.set(call.id, result);
      return [{ callId: call.id, name: call.name, ...result }];
    }
    // Gemini CLI gives every result twice when it takes up a session again.
    if (id !== undefined && isDeepStrictEqual(this.answered.get(id), result)) return [];
    throw wrongValue(response.path, 'answers no function call of the turn before it');
  }
}

function readTurnPart(part: ProtoObject, place: string): PlacedFragment[] {
  const fragments = readModelPart(part, openSignature);
  if (fragments === undefined) throw strangePart(part, 'text, inlineData or functionCall');
  return fragments.map((fragment) => ({ fragment, place }));
}

function readUserPart(part: ProtoObject): UserPart {
  const data = part.object('inlineData');
  const file = part.object('fileData');
  const media = data ? decodeInlineData(data) : file && decodeFileData(file);
  if (media) {
    const detail = decodeMediaResolution(part.object('mediaResolution')?.word('level'));
    return media.type === 'image' && detail ? { ...media, detail } : media;
  }
  const text = part.string('text');
  if (text === undefined) throw strangePart(part, 'text, inlineData, fileData or functionResponse');
  return { type: 'text', text };
}

function strangePart(part: ProtoObject, expected: string): Error {
  const hosted = HOSTED_PARTS.find((field) => part.has(field));
  if (hosted) return notSupported(part.getPath(hosted), 'the tool is one that only its own service runs');
  if (part.has('fileData')) return notSupported(part.getPath('fileData'), 'a model turn cannot hold a file');
  return wrongValue(part.path, `must hold ${expected}`);
}

/** The calls of the model's last turn that no result has answered yet. Ids are optional here, names are not. */
class OpenCalls {
  private calls: OpenCall[] = [];

  replace(calls: OpenCall[]): void {
    this.calls = calls;
  }

  /** The call that a result belongs to: by its id, else the first of its name. */
  answer(id: string | undefined, name: string): OpenCall | undefined {
    const byId = this.calls.findIndex((call) => call.id === id);
    const index = byId === -1 ? this.calls.findIndex((call) => call.name === name) : byId;
    return index === -1 ? undefined : this.calls.splice(index, 1)[0];
  }
}

/**
 * The parts of a model's turn. Clients keep a streamed answer in the chunks it came in, so chunks of a text are
 * joined, and the signature that ends a thought is put on it.
 */
function joinFragments(fragments: readonly PlacedFragment[]): AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const { fragment, place } of fragments) addFragment(parts, fragment, place);
  return parts;
}

function addFragment(parts: AssistantPart[], fragment: ModelFragment, place: string): void {
  const last = parts.at(-1);
  switch (fragment.kind) {
    case 'text':
      if (last?.type === 'text') last.text += fragment.text;
      else parts.push({ type: 'text', text: fragment.text });
      return;
    case 'thought': {
      const { text, signature = {} } = fragment;
      const continues = last?.type === 'reasoning' && !last.signature && !fragment.signature?.isRedacted;
      if (continues) Object.assign(last, { text: last.text + text, ...signature });
      else parts.push({ type: 'reasoning', text, ...signature });
      return;
    }
    case 'signature':
      parts.push({ type: 'reasoning', text: '', ...fragment.signature });
      return;
    case 'call': {
      const { id = mintCallId('request', place, fragment.name), name, args, signature } = fragment;
      parts.push({
        type: 'tool-call',
        id,
        name,
        arguments: JSON.stringify(args),
        ...(signature ? { signature } : {}),
      });
      return;
    }
    case 'media':
      parts.push(fragment.part);
  }
}
