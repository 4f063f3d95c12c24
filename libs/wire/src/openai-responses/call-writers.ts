import { type JsonObject, type JsonValue } from '#canonical';
import { type BlockPart } from './block-order.js';
import { type ItemPosition, ItemWriter } from './item-writers.js';
import { unwrapCustomInput } from './tools.js';

interface Call {
  id: string;
  name: string;
  namespace: string | undefined;
}

function encodeCallName({ id, name, namespace }: Call): JsonObject {
  return { call_id: id, name, ...(namespace === undefined ? {} : { namespace }) };
}

/** Writes a tool call whose arguments arrive in fragments. */
abstract class CallWriter extends ItemWriter {
  protected arguments = '';

  constructor(
    position: ItemPosition,
    protected readonly call: Call,
  ) {
    super(position);
  }
}

export class FunctionCallWriter extends CallWriter {
  buildItem(): JsonObject {
    return {
      id: this.position.id,
      type: 'function_call',
      status: this.status,
      ...encodeCallName(this.call),
      arguments: this.arguments,
    };
  }

  write(part: BlockPart): void {
    if (part.type === 'tool-call-delta') this.writeArguments(part.arguments);
    if (part.type !== 'tool-call-end') return;
    if (this.arguments.trim() === '') this.writeArguments('{}');
    const { name } = this.call;
    this.emit('response.function_call_arguments.done', { name, arguments: this.arguments });
  }

  private writeArguments(text: string): void {
    if (text === '') return;
    this.arguments += text;
    this.emit('response.function_call_arguments.delta', { delta: text });
  }
}

/**
 * The input of a custom tool is inside the arguments of a function, so it is available only when these are complete.
 */
export class CustomCallWriter extends CallWriter {
  private input = '';

  buildItem(): JsonObject {
    const { status, input } = this;
    return { id: this.position.id, type: 'custom_tool_call', status, ...encodeCallName(this.call), input };
  }

  write(part: BlockPart): void {
    if (part.type === 'tool-call-delta') this.arguments += part.arguments;
    if (part.type !== 'tool-call-end') return;
    this.input = unwrapCustomInput(this.arguments);
    this.emit('response.custom_tool_call_input.delta', { delta: this.input });
    this.emit('response.custom_tool_call_input.done', { input: this.input });
  }
}

/**
 * A tool search that the client runs. Its arguments are an object, so they are written only when they are complete.
 */
export class ToolSearchCallWriter extends CallWriter {
  private isComplete = false;

  buildItem(): JsonObject {
    return {
      id: this.position.id,
      type: 'tool_search_call',
      status: this.status,
      execution: 'client',
      call_id: this.call.id,
      arguments: this.isComplete ? parseArguments(this.arguments) : {},
    };
  }

  write(part: BlockPart): void {
    if (part.type === 'tool-call-delta') this.arguments += part.arguments;
    if (part.type === 'tool-call-end') this.isComplete = true;
  }
}

/** If the model wrote invalid JSON, the text itself, so that the client can report it to the model. */
function parseArguments(text: string): JsonValue {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
