import { type JsonObject, type Tool, type ToolChoice, type Warning } from '#canonical';
import { decodeSchema } from './decode-schema.js';
import { unsupported, wrongValue } from './faults.js';
import { type ProtoObject } from './proto-object.js';

export interface DecodedTools {
  tools?: Tool[];
  toolChoice?: ToolChoice;
}

export function decodeTools(request: ProtoObject, warnings: Warning[]): DecodedTools {
  const tools = (request.objects('tools') ?? []).flatMap((tool) => decodeTool(tool, warnings));
  const config = request.object('toolConfig')?.object('functionCallingConfig');
  const decoded = config ? applyConfig(tools, config) : { tools };
  return decoded.tools.length > 0 ? decoded : {};
}

function decodeTool(tool: ProtoObject, warnings: Warning[]): Tool[] {
  const hosted = tool.fields.find((field) => field !== 'functionDeclarations');
  if (hosted !== undefined) throw unsupported(tool.getPath(hosted), 'only its own service runs this tool');
  return (tool.objects('functionDeclarations') ?? []).map((declaration) =>
    decodeDeclaration(declaration, warnings),
  );
}

function decodeDeclaration(declaration: ProtoObject, warnings: Warning[]): Tool {
  for (const field of ['response', 'responseJsonSchema', 'behavior']) {
    if (!declaration.has(field)) continue;
    const reason = 'Only the name, the description and the parameters of a function are passed on.';
    warnings.push({ field: { param: declaration.getPath(field) }, reason });
  }
  const description = declaration.string('description');
  const parameters = decodeParameters(declaration);
  return {
    name: declaration.requiredString('name'),
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
  };
}

function decodeParameters(declaration: ProtoObject): JsonObject | undefined {
  const jsonSchema = declaration.plainObject('parametersJsonSchema');
  const schema = declaration.object('parameters');
  if (jsonSchema && schema) {
    throw wrongValue(declaration.getPath('parametersJsonSchema'), 'cannot be given beside "parameters"');
  }
  return schema ? decodeSchema(schema) : jsonSchema;
}

function applyConfig(tools: Tool[], config: ProtoObject): { tools: Tool[]; toolChoice?: ToolChoice } {
  const names = config.strings('allowedFunctionNames') ?? [];
  const mode = config.word('mode') ?? 'MODE_UNSPECIFIED';
  switch (mode) {
    case 'MODE_UNSPECIFIED':
      return { tools };
    case 'AUTO':
      return { tools: onlyAllowed(tools, names), toolChoice: { type: 'auto' } };
    case 'VALIDATED': {
      const strict = onlyAllowed(tools, names).map((tool) => ({ ...tool, strict: true }));
      return { tools: strict, toolChoice: { type: 'auto' } };
    }
    case 'NONE':
      return { tools, toolChoice: { type: 'none' } };
    case 'ANY':
      return { tools, toolChoice: mustCall(names) };
    default:
      throw wrongValue(config.getPath('mode'), 'must be AUTO, ANY, NONE or VALIDATED');
  }
}

/** A model that may but need not call has no list of allowed tools in other formats; it is shown fewer tools. */
function onlyAllowed(tools: Tool[], names: readonly string[]): Tool[] {
  return names.length === 0 ? tools : tools.filter((tool) => names.includes(tool.name));
}

function mustCall(names: string[]): ToolChoice {
  const [name, ...others] = names;
  if (name === undefined) return { type: 'required' };
  return others.length === 0 ? { type: 'tool', name } : { type: 'required', names };
}
