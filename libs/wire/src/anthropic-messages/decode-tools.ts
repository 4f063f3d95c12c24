import { type Tool, type ToolChoice, type Warning } from '#canonical';
import { decodeCache } from './cache-control.js';
import { defined } from './defined.js';
import { type Field } from './field.js';

/** Hints on a tool that no other format has a word for. */
const LOST_HINTS = ['defer_loading', 'eager_input_streaming', 'input_examples', 'allowed_callers'];

export function decodeTools(tools: Field, warnings: Warning[]): Tool[] {
  return tools.items().map((tool) => decodeTool(tool, warnings));
}

function decodeTool(tool: Field, warnings: Warning[]): Tool {
  const type = tool.member('type');
  if ((type.optional((field) => field.text()) ?? 'custom') !== 'custom') {
    throw type.fault('unsupported-parameter', 'names a tool that only its own service can run');
  }
  for (const hint of LOST_HINTS.map((key) => tool.member(key))) {
    if (!hint.isAbsent) warnings.push({ field: { param: hint.path }, reason: 'Tools are sent without it.' });
  }
  return defined({
    name: tool.member('name').nonEmptyText(),
    description: tool.member('description').optional((field) => field.text()),
    parameters: tool.member('input_schema').object(),
    strict: tool.member('strict').optional((field) => field.flag()),
    ...decodeCache(tool),
  });
}

export function decodeToolChoice(choice: Field): { toolChoice: ToolChoice; allowsParallelCalls?: boolean } {
  const isSerial = choice.member('disable_parallel_tool_use').optional((field) => field.flag());
  return {
    toolChoice: decodeChosen(choice),
    ...(isSerial === undefined ? {} : { allowsParallelCalls: !isSerial }),
  };
}

function decodeChosen(choice: Field): ToolChoice {
  switch (choice.member('type').oneOf(['auto', 'any', 'tool', 'none'])) {
    case 'auto':
      return { type: 'auto' };
    case 'any':
      return { type: 'required' };
    case 'tool':
      return { type: 'tool', name: choice.member('name').nonEmptyText() };
    case 'none':
      return { type: 'none' };
  }
}
