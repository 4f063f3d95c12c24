import { type ChatRequest, type Tool, type ToolChoice, type Warning, type WebSearch } from '#canonical';
import { unsupported } from '../validation/faults.js';
import { definedMembers } from '../validation/json-values.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeCache } from './cache-control.js';
import { decodeWebSearch } from './web-search.js';

/** Members of a tool that no other format supports. */
const UNSUPPORTED_HINTS = ['eager_input_streaming', 'input_examples', 'allowed_callers'];

/** Tools that the service itself runs and a response does not require. Their types end in a date. */
const WEB_SEARCH = /^web_search(_|$)/;
const TOOL_SEARCH = /^tool_search_tool(_|$)/;
const UNSUPPORTED_TOOL = /^(web_fetch|code_execution)(_|$)/;

const PROVIDER_ONLY = 'only the original provider can run it';

type ToolUse = Pick<ChatRequest, 'tools' | 'webSearch' | 'toolChoice' | 'allowsParallelCalls'>;

/**
 * `loaded` are the names of the tools that a search found in the conversation, in this order, and of those that were
 * called.
 */
export function decodeToolUse(
  request: RequestObject,
  loaded: ReadonlySet<string>,
  warnings: Warning[],
): ToolUse {
  const choice = request.object('tool_choice');
  if (!request.has('tools')) return decodeToolChoice(choice);
  const offered = new OfferedTools(warnings);
  request.eachObject('tools', (tool) => offered.add(tool));
  const tools = offered.getFunctions(loaded);
  const { webSearch } = offered;
  return definedMembers({ tools, webSearch, ...(choice === undefined ? {} : offered.choose(choice, tools)) });
}

class OfferedTools {
  webSearch: WebSearch | undefined;
  private readonly functions: Tool[] = [];
  /** Tools that are offered only after a search found them, by name. */
  private readonly deferred = new Map<string, Tool>();
  /** What the service itself runs, by the name of the tool. */
  private readonly hosted = new Map<string, 'web-search' | 'tool-search' | 'other'>();

  constructor(private readonly warnings: Warning[]) {}

  add(tool: RequestObject): void {
    const type = tool.string('type') ?? 'custom';
    const name = tool.nonEmptyString('name');
    if (type === 'custom') {
      const decoded = decodeTool(tool, this.warnings);
      if (tool.boolean('defer_loading') === true) this.deferred.set(name, decoded);
      else this.functions.push(decoded);
    } else if (WEB_SEARCH.test(type)) {
      this.hosted.set(name, 'web-search');
      this.webSearch = decodeWebSearch(tool);
    } else if (TOOL_SEARCH.test(type)) {
      this.hosted.set(name, 'tool-search');
    } else if (UNSUPPORTED_TOOL.test(type)) {
      this.hosted.set(name, 'other');
      this.warnings.push({ field: { param: tool.path }, reason: PROVIDER_ONLY });
    } else {
      throw unsupported(tool.getPath('type'), 'is a tool that only models of its provider support');
    }
  }

  /**
   * Tools that are loaded on demand come after the others, so that the start of a cached prompt does not change. If
   * the service itself would search for them, all are offered instead.
   */
  getFunctions(loaded: ReadonlySet<string>): Tool[] {
    const isSearchedByService = [...this.hosted.values()].includes('tool-search');
    const names = isSearchedByService ? this.deferred.keys() : loaded;
    return [...this.functions, ...[...names].flatMap((name) => this.deferred.get(name) ?? [])];
  }

  /** In other formats web search is not a tool, so a tool choice of it becomes a setting of the search. */
  choose(choice: RequestObject, functions: readonly Tool[]): ToolUse {
    const { toolChoice, ...rest } = decodeToolChoice(choice);
    const isForced = toolChoice?.type === 'required' && functions.length === 0;
    const hosted = toolChoice?.type === 'tool' ? this.hosted.get(toolChoice.name) : undefined;
    if (!isForced && hosted === undefined) return { toolChoice, ...rest };
    if (this.webSearch === undefined || (hosted !== undefined && hosted !== 'web-search')) {
      throw unsupported(choice.path, 'requires a tool that only its provider can run');
    }
    return { ...rest, webSearch: { ...this.webSearch, isRequired: true } };
  }
}

function decodeTool(tool: RequestObject, warnings: Warning[]): Tool {
  for (const hint of UNSUPPORTED_HINTS.filter((key) => tool.has(key))) {
    warnings.push({ field: { param: tool.getPath(hint) }, reason: 'tools are sent without it' });
  }
  return definedMembers({
    name: tool.nonEmptyString('name'),
    description: tool.string('description'),
    parameters: tool.requiredObject('input_schema').members,
    strict: tool.boolean('strict'),
    ...decodeCache(tool),
  });
}

function decodeToolChoice(
  choice: RequestObject | undefined,
): Pick<ChatRequest, 'toolChoice' | 'allowsParallelCalls'> {
  if (choice === undefined) return {};
  const isSerial = choice.boolean('disable_parallel_tool_use');
  return {
    toolChoice: decodeChosen(choice),
    ...(isSerial === undefined ? {} : { allowsParallelCalls: !isSerial }),
  };
}

function decodeChosen(choice: RequestObject): ToolChoice {
  switch (choice.requiredOneOf('type', ['auto', 'any', 'tool', 'none'])) {
    case 'auto':
      return { type: 'auto' };
    case 'any':
      return { type: 'required' };
    case 'tool':
      return { type: 'tool', name: choice.nonEmptyString('name') };
    case 'none':
      return { type: 'none' };
  }
}
