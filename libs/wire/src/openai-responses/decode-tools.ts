import { type ChatRequest, type Tool, type Warning } from '#canonical';
import { type ClientField } from './client-field.js';
import { customToolAsFunction } from './custom-tool.js';

/** Members of a tool that no other format has. */
const LOST_MEMBERS = ['output_schema', 'defer_loading', 'allowed_callers', 'format'] as const;

export function decodeTools(tools: ClientField, warnings: Warning[]): Pick<ChatRequest, 'tools'> {
  const decoded = tools.ifGiven((field) => field.elements().map((tool) => decodeTool(tool, warnings)));
  return decoded === undefined || decoded.length === 0 ? {} : { tools: decoded };
}

function decodeTool(tool: ClientField, warnings: Warning[]): Tool {
  const type = tool.member('type');
  const kind = type.string();
  if (kind !== 'function' && kind !== 'custom') {
    throw type.unsupported(`is "${kind}", a tool that only a model service of this format can run`);
  }
  warnOfLostMembers(tool, warnings);
  const name = tool.member('name').word();
  const description = tool.member('description').ifGiven((field) => field.string());
  if (kind === 'custom') return customToolAsFunction(name, description);
  const parameters = tool.member('parameters').ifGiven((field) => field.object());
  const strict = tool.member('strict').ifGiven((field) => field.boolean());
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(strict === undefined ? {} : { strict }),
  };
}

function warnOfLostMembers(tool: ClientField, warnings: Warning[]): void {
  for (const key of LOST_MEMBERS) {
    const member = tool.member(key);
    const isPlainText = key === 'format' && member.isGiven && member.member('type').value === 'text';
    if (!member.isGiven || member.value === false || isPlainText) continue;
    warnings.push({ field: { param: member.path }, reason: 'only model services of this format know it' });
  }
}

/** A choice among some of the tools is made by leaving out the others, unless one of them must be called. */
export function decodeToolChoice(
  choice: ClientField,
  tools: Tool[] | undefined,
): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  if (!choice.isGiven) return {};
  if (typeof choice.value === 'string')
    return { toolChoice: { type: choice.oneOf(['auto', 'none', 'required']) } };
  const type = choice.member('type');
  switch (type.string()) {
    case 'function':
    case 'custom':
      return { toolChoice: { type: 'tool', name: choice.member('name').word() } };
    case 'allowed_tools':
      return decodeAllowedTools(choice, tools);
    default:
      throw type.unsupported('chooses a tool that only a model service of this format can run');
  }
}

function decodeAllowedTools(
  choice: ClientField,
  tools: Tool[] | undefined,
): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const mode = choice.member('mode').oneOf(['auto', 'required']);
  const names = choice.member('tools').elements().map(decodeToolReference);
  if (mode === 'required') return { toolChoice: { type: 'required', names } };
  return { tools: tools?.filter((tool) => names.includes(tool.name)), toolChoice: { type: 'auto' } };
}

function decodeToolReference(reference: ClientField): string {
  const type = reference.member('type');
  if (type.value !== 'function' && type.value !== 'custom') {
    type.string();
    throw type.unsupported('names a tool that only a model service of this format can run');
  }
  return reference.member('name').word();
}
