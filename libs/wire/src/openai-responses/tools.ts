import {
  type ChatRequest,
  GatewayError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Tool,
  type ToolChoice,
  type Warning,
  type WebSearch,
} from '#canonical';
import { unsupported, wrongValue } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { definedMembers } from '../validation/json-values.js';
import { decodeWebSearch, isWebSearch } from './web-search.js';
import { TOOL_ITEMS, TOOL_SEARCH, ToolCatalog, isClientToolSearch } from './tool-catalog.js';

/** Members of a tool that no other format has. */
const LOST_MEMBERS = ['output_schema', 'defer_loading', 'allowed_callers'] as const;

const ACCEPTED_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} };
const MAX_TOOLS = 1024;
const NATIVE_ONLY = 'only providers with native support for this format can run it';

export interface DecodedTools {
  tools: Tool[] | undefined;
  webSearch: WebSearch | undefined;
  catalog: ToolCatalog;
}

/** Decodes the tools of a request, and those that its conversation adds. */
export function decodeTools(request: RequestObject, warnings: Warning[]): DecodedTools {
  const reader = new ToolReader(warnings);
  request.eachObject('tools', (tool) => reader.add(tool));
  if (Array.isArray(request.value('input'))) {
    request.eachObject('input', (item) => {
      if (TOOL_ITEMS.has(item.value('type'))) reader.addLoaded(item);
    });
  }
  const { tools, webSearch, catalog } = reader;
  return { tools: tools.length === 0 ? undefined : tools, webSearch, catalog };
}

class ToolReader {
  readonly tools: Tool[] = [];
  readonly catalog = new ToolCatalog();
  webSearch: WebSearch | undefined;
  private readonly indexes = new Map<string, number>();

  constructor(private readonly warnings: Warning[]) {}

  add(tool: RequestObject): void {
    for (const decoded of this.decode(tool)) this.push(decoded);
  }

  /** Adds the tools of an item. It may redefine earlier tools; the newest definition counts. */
  addLoaded(item: RequestObject): void {
    for (const decoded of item.requiredEachObject('tools', (tool) => this.decode(tool)).flat()) {
      const index = this.indexes.get(decoded.name);
      if (index === undefined) this.push(decoded);
      else this.tools[index] = decoded;
    }
  }

  private push(tool: Tool): void {
    if (this.tools.length === MAX_TOOLS) {
      throw wrongValue(
        'tools',
        `must contain at most ${MAX_TOOLS} tools, including those in namespaces and in the input`,
      );
    }
    this.indexes.set(tool.name, this.tools.length);
    this.tools.push(tool);
  }

  private decode(tool: RequestObject): Tool[] {
    if (tool.requiredString('type') !== 'namespace') return this.decodeOne(tool);
    const namespace = tool.nonEmptyString('name');
    const members = tool.requiredEachObject('tools', (member) => this.decodeOne(member, namespace)).flat();
    return describeGroup(members, tool.string('description'));
  }

  /** Returns nothing for a tool that its provider runs, because nothing else can run its calls. */
  private decodeOne(tool: RequestObject, namespace?: string): Tool[] {
    const kind = tool.requiredString('type');
    if (isClientToolSearch(tool.members)) return [this.decodeToolSearch(tool)];
    if (isWebSearch(kind) && tool.boolean('external_web_access') !== false) {
      this.webSearch = decodeWebSearch(tool, this.warnings);
      return [];
    }
    if (kind !== 'function' && kind !== 'custom') {
      this.warnings.push({ field: { param: tool.path }, reason: NATIVE_ONLY });
      return [];
    }
    this.warnOfLostMembers(tool);
    const name = this.catalog.add({ kind, name: tool.nonEmptyString('name'), namespace });
    const description = tool.string('description');
    if (kind === 'custom') {
      return [toFunctionTool(name, joinTexts(description, describeFormat(tool.object('format'))))];
    }
    const parameters = tool.object('parameters')?.members;
    return [definedMembers({ name, description, parameters, strict: tool.boolean('strict') })];
  }

  private decodeToolSearch(tool: RequestObject): Tool {
    const name = this.catalog.add({ kind: 'tool-search', name: TOOL_SEARCH });
    const parameters = tool.object('parameters')?.members;
    return definedMembers({ name, description: tool.string('description'), parameters });
  }

  private warnOfLostMembers(tool: RequestObject): void {
    for (const key of LOST_MEMBERS) {
      // Tools that a search found are already loaded.
      const isLoaded = key === 'defer_loading' && tool.path.startsWith('input');
      if (!tool.has(key) || tool.value(key) === false || isLoaded) continue;
      const reason = 'only providers with native support for this format have it';
      this.warnings.push({ field: { param: tool.getPath(key) }, reason });
    }
  }
}

/** Adds the description of a namespace to its first tool. */
function describeGroup([first, ...rest]: Tool[], description: string | undefined): Tool[] {
  if (first === undefined) return [];
  const joined = joinTexts(description, first.description);
  return [{ ...first, ...(joined === undefined ? {} : { description: joined }) }, ...rest];
}

/** Describes a grammar in words, for services that cannot enforce it. */
function describeFormat(format: RequestObject | undefined): string | undefined {
  if (format?.requiredOneOf('type', ['text', 'grammar']) !== 'grammar') return undefined;
  const syntax = format.requiredOneOf('syntax', ['lark', 'regex']);
  const kind = syntax === 'lark' ? 'Lark grammar' : 'regular expression';
  return `The "input" must match this ${kind}:\n${format.requiredString('definition')}`;
}

function joinTexts(...texts: (string | undefined)[]): string | undefined {
  const nonEmpty = texts.filter((text) => text !== undefined && text !== '');
  return nonEmpty.length === 0 ? undefined : nonEmpty.join('\n\n');
}

/** An optional choice among some tools leaves out the others. */
export function decodeToolChoice(
  request: RequestObject,
  decoded: DecodedTools,
  warnings: Warning[],
): Pick<ChatRequest, 'tools' | 'toolChoice' | 'webSearch'> {
  if (!request.has('tool_choice')) return {};
  if (typeof request.value('tool_choice') === 'string')
    return { toolChoice: { type: decodeMode(request, decoded) } };
  const choice = request.requiredObject('tool_choice');
  if (choice.requiredString('type') === 'allowed_tools') return decodeAllowedTools(choice, decoded, warnings);
  const name = decodeToolReference(choice, decoded.catalog);
  if (name !== undefined) return { toolChoice: { type: 'tool', name } };
  const { webSearch } = decoded;
  if (webSearch && isWebSearch(choice.requiredString('type'))) {
    return { webSearch: { ...webSearch, isRequired: true } };
  }
  throw unsupported(
    choice.getPath('type'),
    'is a tool that only providers with native support for this format can run',
  );
}

/** A required tool call needs at least one tool that is supported. */
function decodeMode(
  request: RequestObject,
  { tools, webSearch }: DecodedTools,
): 'auto' | 'none' | 'required' {
  const mode = request.requiredOneOf('tool_choice', ['auto', 'none', 'required']);
  const areAllUnsupported =
    tools === undefined && webSearch === undefined && (request.list('tools') ?? []).length > 0;
  if (mode === 'required' && areAllUnsupported) {
    throw unsupported(
      'tool_choice',
      'requires a tool that only providers with native support for this format can run',
    );
  }
  return mode;
}

function decodeAllowedTools(
  choice: RequestObject,
  { tools, catalog }: DecodedTools,
  warnings: Warning[],
): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const mode = choice.requiredOneOf('mode', ['auto', 'required']);
  const references = choice.requiredEachObject('tools', (reference) => {
    const name = decodeToolReference(reference, catalog);
    if (name === undefined) warnings.push({ field: { param: reference.path }, reason: NATIVE_ONLY });
    return name ?? [];
  });
  const names = references.flat();
  if (mode === 'auto')
    return { tools: tools?.filter((tool) => names.includes(tool.name)), toolChoice: { type: 'auto' } };
  if (names.length > 0) return { toolChoice: { type: 'required', names } };
  throw unsupported(choice.getPath('tools'), 'contains only tools that need native support for this format');
}

/** Undefined for an unsupported tool. */
function decodeToolReference(reference: RequestObject, catalog: ToolCatalog): string | undefined {
  const kind = reference.requiredString('type');
  if (kind === TOOL_SEARCH && catalog.find(TOOL_SEARCH) !== undefined) return TOOL_SEARCH;
  if (kind !== 'function' && kind !== 'custom') return undefined;
  const namespace = reference.string('namespace');
  return catalog.getFlatName({ kind, name: reference.nonEmptyString('name'), namespace });
}

export function encodeTools({
  tools,
  toolChoice,
  allowsParallelCalls,
}: ChatRequest): Record<string, JsonValue | undefined> {
  const hasTools = tools !== undefined && tools.length > 0;
  return {
    tools: hasTools ? tools.map(encodeTool) : undefined,
    tool_choice:
      toolChoice && (hasTools || toolChoice.type === 'none') ? encodeToolChoice(toolChoice) : undefined,
    parallel_tool_calls: hasTools ? allowsParallelCalls : undefined,
  };
}

/** In this format `strict` is true by default, in others it is false. */
function encodeTool({ name, description, parameters, strict }: Tool): JsonObject {
  if (!ACCEPTED_NAME.test(name)) {
    const message = `The provider does not accept "${name}" as a tool name.`;
    throw new GatewayError('unsupported-parameter', message, { param: 'tools' });
  }
  const type = 'function';
  return definedMembers({
    type,
    name,
    description,
    parameters: parameters ?? NO_PARAMETERS,
    strict: strict ?? false,
  });
}

function encodeToolChoice(choice: ToolChoice): JsonValue {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return choice.type;
    case 'required':
      if (choice.names === undefined) return 'required';
      return {
        type: 'allowed_tools',
        mode: 'required',
        tools: choice.names.map((name) => ({ type: 'function', name })),
      };
    case 'tool':
      return { type: 'function', name: choice.name };
  }
}

/** A tool with free text becomes a function with one string, because every service has functions. */
function toFunctionTool(name: string, description: string | undefined): Tool {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The whole input, as plain text' } },
      required: ['input'],
      additionalProperties: false,
    },
  };
}

export function wrapCustomInput(input: string): string {
  return JSON.stringify({ input });
}

/** The free text in the arguments of a call, or the arguments themselves if the model ignored the schema. */
export function unwrapCustomInput(argumentsText: string): string {
  try {
    const parsed: unknown = JSON.parse(argumentsText);
    return isJsonObject(parsed) && typeof parsed['input'] === 'string' ? parsed['input'] : argumentsText;
  } catch {
    return argumentsText;
  }
}
