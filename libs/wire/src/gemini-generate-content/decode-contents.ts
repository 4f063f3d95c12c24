import { isDeepStrictEqual } from 'node:util';
import { type AssistantPart, type Message, type ToolResult, type UserPart } from '#canonical';
import { missing, notSupported, wrongValue } from '../validation/faults.js';
import { decodeFunctionResponse, generateCallId } from './function-call.js';
import { decodeFileData, decodeInlineData, decodeMediaResolution } from './media.js';
import { type ModelFragment, readModelPart } from './model-part.js';
import { type ProtoObject } from './proto-object.js';
import { openSignature } from './thought-signature.js';

/** Parts that only the provider's own tools produce. */
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

/** A fragment of a conversation with its position, which ids are generated from for calls that have none. */
interface PositionedFragment {
  fragment: ModelFragment;
  position: string;
}

/** Decodes the messages of the conversation. */
export function decodeContents(request: ProtoObject): Message[] {
  const contents = request.objects('contents');
  if (contents === undefined) throw missing(request.getPath('contents'));
  if (contents.length === 0)
    throw wrongValue(request.getPath('contents'), 'must contain at least one content');
  const reader = new ContentsReader();
  for (const [index, content] of contents.entries()) reader.read(content, index);
  return reader.finish();
}

class ContentsReader {
  private readonly messages: Message[] = [];
  private readonly calls = new OpenCalls();
  private readonly results = new Map<string, Omit<ToolResult, 'callId'>>();
  private modelTurn: PositionedFragment[] = [];

  read(content: ProtoObject, index: number): void {
    const role = ROLES.get(content.string('role')?.toLowerCase() ?? 'user');
    if (role === undefined) throw wrongValue(content.getPath('role'), 'must be "user" or "model"');
    const parts = content.objects('parts') ?? [];
    if (role === 'model') {
      this.modelTurn.push(...parts.flatMap((part, partIndex) => readTurnPart(part, `${index}.${partIndex}`)));
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
    this.results.clear();
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
    const call = this.calls.take(id, name);
    const result = decodeFunctionResponse(response);
    if (call) {
      this.results.set(call.id, result);
      return [{ callId: call.id, name: call.name, ...result }];
    }
    // Gemini CLI sends every result twice when it resumes a session.
    if (id !== undefined && isDeepStrictEqual(this.results.get(id), result)) return [];
    throw wrongValue(response.path, 'does not match a function call of the previous message');
  }
}

function readTurnPart(part: ProtoObject, position: string): PositionedFragment[] {
  const fragments = readModelPart(part, openSignature);
  if (fragments === undefined) throw buildPartError(part, 'text, inlineData or functionCall');
  return fragments.map((fragment) => ({ fragment, position }));
}

function readUserPart(part: ProtoObject): UserPart {
  const data = part.object('inlineData');
  const file = part.object('fileData');
  const media = data ? decodeInlineData(data) : file && decodeFileData(file);
  if (media) {
    const detail = decodeMediaResolution(part.object('mediaResolution')?.enumName('level'));
    return media.type === 'image' && detail ? { ...media, detail } : media;
  }
  const text = part.string('text');
  if (text === undefined) throw buildPartError(part, 'text, inlineData, fileData or functionResponse');
  return { type: 'text', text };
}

function buildPartError(part: ProtoObject, expected: string): Error {
  const hosted = HOSTED_PARTS.find((field) => part.has(field));
  if (hosted) return notSupported(part.getPath(hosted), 'only its provider can run this tool');
  if (part.has('fileData'))
    return notSupported(part.getPath('fileData'), 'model messages cannot contain files');
  return wrongValue(part.path, `must contain ${expected}`);
}

/** The calls of the last model message without a result. In this format their ids are optional, but names are not. */
class OpenCalls {
  private calls: OpenCall[] = [];

  replace(calls: OpenCall[]): void {
    this.calls = calls;
  }

  /** Removes and returns the call of a result: by its id, otherwise the first with its name. */
  take(id: string | undefined, name: string): OpenCall | undefined {
    const byId = this.calls.findIndex((call) => call.id === id);
    const index = byId === -1 ? this.calls.findIndex((call) => call.name === name) : byId;
    return index === -1 ? undefined : this.calls.splice(index, 1)[0];
  }
}

/**
 * Joins the parts of a model message. Clients store a streamed response as the chunks that they received, so the
 * deltas of a text are joined, and a signature is added to the thought that it ends.
 */
function joinFragments(fragments: readonly PositionedFragment[]): AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const { fragment, position } of fragments) addFragment(parts, fragment, position);
  return parts;
}

function addFragment(parts: AssistantPart[], fragment: ModelFragment, position: string): void {
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
      const { id = generateCallId('request', position, fragment.name), name, args, signature } = fragment;
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
