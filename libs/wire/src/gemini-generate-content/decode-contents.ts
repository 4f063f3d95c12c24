import { type Message, type ToolResult, type UserPart } from '#canonical';
import { missing, unsupported, wrongValue } from './faults.js';
import { decodeFunctionResponse } from './function-response.js';
import { joinFragments, type PlacedFragment } from './join-fragments.js';
import { decodeFileData, decodeInlineData } from './media.js';
import { decodeMediaResolution } from './media-resolution.js';
import { readModelPart } from './model-part.js';
import { OpenCalls } from './open-calls.js';
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
    this.calls.replace(
      content.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.id, name: part.name }] : [])),
    );
  }

  private readUserTurn(parts: readonly ProtoObject[]): void {
    const results: ToolResult[] = [];
    const content: UserPart[] = [];
    for (const part of parts) {
      const response = part.object('functionResponse');
      if (response) results.push(this.readResult(response));
      else content.push(readUserPart(part));
    }
    if (results.length > 0) this.messages.push({ role: 'tool', results });
    if (content.length > 0) this.messages.push({ role: 'user', content });
  }

  private readResult(response: ProtoObject): ToolResult {
    const name = response.requiredString('name');
    const call = this.calls.answer(response.string('id'), name);
    if (call === undefined) throw wrongValue(response.path, 'answers no function call of the turn before it');
    return { callId: call.id, name: call.name, ...decodeFunctionResponse(response) };
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
  if (hosted) return unsupported(part.getPath(hosted), 'the tool is one that only its own service runs');
  if (part.has('fileData')) return unsupported(part.getPath('fileData'), 'a model turn cannot hold a file');
  return wrongValue(part.path, `must hold ${expected}`);
}
