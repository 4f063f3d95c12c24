import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import { Refused, type Path } from '../refused.js';
import { checkList, checkObject, checkOneOf, checkString } from '../value-checks.js';
import { checkKnownFields } from './known-fields.js';

const TOOL_FIELDS = (
  'name input_schema description type cache_control strict defer_loading eager_input_streaming ' +
  'input_examples allowed_callers'
).split(' ');

/** Tools that run at the service have a type with a date. */
const SERVER_TOOL_TYPE = /_\d{8}$/;

export function checkTools({ tools, tool_choice: choice }: Fields): void {
  if (!isAbsent(tools)) checkList(tools, ['tools']);
  const names = asList(tools).map((tool, index) => checkedTool(tool, ['tools', index]));
  if (new Set(names).size < names.length)
    throw new Refused('Tool names must be unique.', { path: ['tools'] });
  if (!isAbsent(choice)) checkChoice(choice, names);
}

function checkedTool(tool: unknown, path: Path): string {
  checkObject(tool, path);
  checkString(tool.name, [...path, 'name']);
  if (!/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name)) {
    const message = "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'";
    throw new Refused(message, { path: [...path, 'name'] });
  }
  if (typeof tool.type === 'string' && SERVER_TOOL_TYPE.test(tool.type)) return tool.name;
  if (!isAbsent(tool.type)) checkOneOf(tool.type, [...path, 'type'], ['custom']);
  checkKnownFields(tool, TOOL_FIELDS, path);
  checkSchema(tool.input_schema, [...path, 'input_schema']);
  return tool.name;
}

function checkSchema(schema: unknown, path: Path): void {
  checkObject(schema, path);
  if (schema.type !== 'object') throw new Refused("Input should be 'object'", { path: [...path, 'type'] });
  if (['oneOf', 'allOf', 'anyOf'].some((keyword) => keyword in schema)) {
    throw new Refused('does not support oneOf, allOf, or anyOf at the top level', { path });
  }
}

function checkChoice(choice: unknown, names: readonly string[]): void {
  const path = ['tool_choice'];
  checkObject(choice, path);
  checkOneOf(choice.type, [...path, 'type'], ['auto', 'any', 'tool', 'none']);
  const known = { tool: ['type', 'name', 'disable_parallel_tool_use'], none: ['type'] };
  const fields = choice.type === 'tool' || choice.type === 'none' ? known[choice.type] : undefined;
  checkKnownFields(choice, fields ?? ['type', 'disable_parallel_tool_use'], path);
  if (names.length === 0) {
    throw new Refused('tool_choice may only be specified while providing tools', { path });
  }
  if (choice.type === 'tool') checkOneOf(choice.name, [...path, 'name'], names);
}

/** A conversation with tool calls requires the definitions of its tools. */
export function checkToolsOfHistory({ messages, tools }: Fields): void {
  if (asList(tools).length > 0) return;
  const blocks = asList(messages).flatMap((message) => asList(asFields(message).content));
  if (blocks.some((block) => ['tool_use', 'tool_result'].includes(String(asFields(block).type)))) {
    const message = 'Requests which include `tool_use` or `tool_result` blocks must define tools';
    throw new Refused(message, { path: ['tools'] });
  }
}
