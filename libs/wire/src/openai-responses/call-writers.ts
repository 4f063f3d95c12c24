import { type JsonObject } from '#canonical';
import { type BlockPart } from './block-order.js';
import { unwrapCustomInput } from './custom-tool.js';
import { type ItemPlace, ItemWriter } from './item-writer.js';

interface Call {
  id: string;
  name: string;
}

export class FunctionCallWriter extends ItemWriter {
  private arguments = '';

  constructor(
    place: ItemPlace,
    private readonly call: Call,
  ) {
    super(place);
  }

  item(): JsonObject {
    const { id, name } = this.call;
    return {
      id: this.place.id,
      type: 'function_call',
      status: this.status,
      call_id: id,
      name,
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
export class CustomCallWriter extends ItemWriter {
  private arguments = '';
  private input = '';

  constructor(
    place: ItemPlace,
    private readonly call: Call,
  ) {
    super(place);
  }

  item(): JsonObject {
    const { id, name } = this.call;
    const { status, input } = this;
    return { id: this.place.id, type: 'custom_tool_call', status, call_id: id, name, input };
  }

  write(part: BlockPart): void {
    if (part.type === 'tool-call-delta') this.arguments += part.arguments;
    if (part.type !== 'tool-call-end') return;
    this.input = unwrapCustomInput(this.arguments);
    this.emit('response.custom_tool_call_input.delta', { delta: this.input });
    this.emit('response.custom_tool_call_input.done', { input: this.input });
  }
}
