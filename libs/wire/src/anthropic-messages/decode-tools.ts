import { type ChatRequest, type Tool, type ToolChoice, type Warning, type WebSearch } from '#canonical';
import { unsupported } from '../validation/faults.js';
import { definedMembers } from '../validation/json-values.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeCache } from './cache-control.js';
import { decodeWebSearch } from './web-search.js';

/** Hints on a tool that no other format has a word for. */
const LOST_HINTS = ['eager_input_streaming', 'input_examples', 'allowed_callers'];

/** Tools that the service runs by itself, and that an answer can do without. Their types end in a date. */
const WEB_SEARCH = /^web_search(_|$)/;
const TOOL_SEARCH = /^tool_search_tool(_|$)/;
const LEFT_OUT = /^(web_fetch|code_execution)(_|$)/;

const ONLY_THERE = 'only its own service can run it';

type ToolUse = Pick<ChatRequest, 'tools' | 'webSearch' | 'toolChoice' | 'allowsParallelCalls'>;

/** `loaded` are the names of tools that the conversation has found by a search, in this order, or has called. */
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
  /** Those that are offered once they were searched for, by name. */
  private readonly deferred = new Map<string, Tool>();
  /** The names of those that the service runs, with what runs them. */
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
    } else if (LEFT_OUT.test(type)) {
      this.hosted.set(name, 'other');
      this.warnings.push({ field: { param: tool.path }, reason: ONLY_THERE });
    } else {
      throw unsupported(tool.getPath('type'), 'names a tool that only models of its own service can use');
    }
  }

  /**
   * Those that are loaded on demand come behind the others, so that a cached prompt begins as before. Where the service
   * itself would search for them, all of them are offered instead.
   */
  getFunctions(loaded: ReadonlySet<string>): Tool[] {
    const isSearchedByService = [...this.hosted.values()].includes('tool-search');
    const names = isSearchedByService ? this.deferred.keys() : loaded;
    return [...this.functions, ...[...names].flatMap((name) => this.deferred.get(name) ?? [])];
  }

  /** To search the web is not to call a tool in other formats, so a choice of it is a setting of the search. */
  choose(choice: RequestObject, functions: readonly Tool[]): ToolUse {
    const { toolChoice, ...rest } = decodeToolChoice(choice);
    const isForced = toolChoice?.type === 'required' && functions.length === 0;
    const hosted = toolChoice?.type === 'tool' ? this.hosted.get(toolChoice.name) : undefined;
    if (!isForced && hosted === undefined) return { toolChoice, ...rest };
    if (this.webSearch === undefined || (hosted !== undefined && hosted !== 'web-search')) {
      throw unsupported(choice.path, 'demands a tool that only its own service can run');
    }
    return { ...rest, webSearch: { ...this.webSearch, isRequired: true } };
  }
}

function decodeTool(tool: RequestObject, warnings: Warning[]): Tool {
  for (const hint of LOST_HINTS.filter((key) => tool.has(key))) {
    warnings.push({ field: { param: tool.getPath(hint) }, reason: 'Tools are sent without it.' });
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
