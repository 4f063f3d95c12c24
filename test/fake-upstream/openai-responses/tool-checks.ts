import { asList, isAbsent, type Fields } from '../fields.js';
import { checkFunctionName, checkParameters, checkUnique } from '../openai/function-name.js';
import { checkKnownFields } from '../openai/known-fields.js';
import type { Path } from '../refused.js';
import { checkList, checkObject, checkOneOf, checkString, invalid } from '../value-checks.js';

const FUNCTION_FIELDS =
  'type name description parameters strict output_schema defer_loading allowed_callers'.split(' ');

const HOSTED_TYPES = (
  'web_search web_search_preview file_search code_interpreter computer computer_use_preview mcp shell ' +
  'apply_patch image_generation local_shell tool_search namespace'
).split(' ');

export function checkTools({ tools, tool_choice: choice }: Fields): void {
  if (!isAbsent(tools)) checkList(tools, ['tools']);
  const names = asList(tools).map((tool, index) => checkedTool(tool, ['tools', index]));
  checkUnique(
    names.filter((name) => name !== undefined),
    ['tools'],
  );
  if (isAbsent(choice)) return;
  if (typeof choice === 'string') return checkOneOf(choice, ['tool_choice'], ['none', 'auto', 'required']);
  checkObject(choice, ['tool_choice']);
  if (choice.type !== 'function') return checkString(choice.type, ['tool_choice', 'type']);
  checkKnownFields(choice, ['type', 'name'], ['tool_choice']);
  checkString(choice.name, ['tool_choice', 'name']);
  if (!names.includes(choice.name)) {
    throw invalid(['tool_choice'], `tool choice '${choice.name}' not found in 'tools' parameter.`);
  }
}

function checkedTool(tool: unknown, path: Path): unknown {
  checkObject(tool, path);
  checkOneOf(tool.type, [...path, 'type'], ['function', 'custom', ...HOSTED_TYPES]);
  if (tool.type !== 'function') return tool.name;
  checkFunctionName(tool.name, [...path, 'name']);
  checkKnownFields(tool, FUNCTION_FIELDS, path);
  checkParameters(tool.parameters, [...path, 'parameters']);
  return tool.name;
}
