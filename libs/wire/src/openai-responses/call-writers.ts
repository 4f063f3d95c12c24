import { type JsonObject, type JsonValue } from '#canonical';
import { type BlockPart } from './block-order.js';
import { type ItemPlace, ItemWriter } from './item-writers.js';
import { unwrapCustomInput } from './tools.js';

interface Call {
  id: string;
  name: string;
  namespace: string | undefined;
}

function nameCall({ id, name, namespace }: Call): JsonObject {
  return { call_id: id, name, ...(namespace === undefined ? {} : { namespace }) };
}

/** A call of a tool, whose arguments come in fragments. */
abstract class CallWriter extends ItemWriter {
  protected arguments = '';

  constructor(
    place: ItemPlace,
    protected readonly call: Call,
  ) {
    super(place);
  }
}

export class FunctionCallWriter extends CallWriter {
  item(): JsonObject {
    return {
      id: this.place.id,
      type: 'function_call',
      status: this.status,
      ...nameCall(this.call),
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

/** The input of a custom tool is inside the arguments of a function, so it is known once they are whole. */
export class CustomCallWriter extends CallWriter {
  private input = '';

  item(): JsonObject {
    const { status, input } = this;
    return { id: this.place.id, type: 'custom_tool_call', status, ...nameCall(this.call), input };
  }

  write(part: BlockPart): void {
    if (part.type === 'tool-call-delta') this.arguments += part.arguments;
    if (part.type !== 'tool-call-end') return;
    this.input = unwrapCustomInput(this.arguments);
    this.emit('response.custom_tool_call_input.delta', { delta: this.input });
    this.emit('response.custom_tool_call_input.done', { input: this.input });
  }
}

/** A search for tools that the client runs. Its arguments are an object, so they are known once they are whole. */
export class ToolSearchCallWriter extends CallWriter {
  private isWhole = false;

  item(): JsonObject {
    return {
      id: this.place.id,
      type: 'tool_search_call',
      status: this.status,
      execution: 'client',
      call_id: this.call.id,
      arguments: this.isWhole ? parseArguments(this.arguments) : {},
    };
  }

  write(part: BlockPart): void {
    if (part.type === 'tool-call-delta') this.arguments += part.arguments;
    if (part.type === 'tool-call-end') this.isWhole = true;
  }
}

/** The text itself where the model wrote no JSON: the client then tells it so. */
function parseArguments(text: string): JsonValue {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
