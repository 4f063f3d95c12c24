import { type Form } from '#canonical';
import { type JsonDocument } from './json-document.js';
import { ROOT } from './json-outline.js';

/** The parameters of a request besides its content, by path, such as `reasoning.effort`. */
export type RequestParameters = Record<string, string | number | boolean>;

const MAX_PARAMETERS = 32;
const MAX_VALUE_BYTES = 64;
const MAX_KEY_BYTES = 40;
/** No client library sends requests with more members. */
const MAX_MEMBERS = 128;
/** The number of levels of nested groups that are searched. */
const MAX_DEPTH = 2;
const WORD = /^[\w.:/+-]+$/;

/** Parameters of the formats of clients. Members that are not listed may be content, and are left out. */
const NAMES: ReadonlySet<string> = new Set(
  `temperature top_p top_k min_p max_tokens max_completion_tokens max_output_tokens seed random_seed n best_of
   presence_penalty frequency_penalty repetition_penalty logprobs top_logprobs reasoning_effort verbosity service_tier
   inference_geo speed parallel_tool_calls tool_choice store background truncation max_tool_calls prompt_cache_retention
   safe_prompt enable_thinking thinking_budget dimensions output_dimension outputDimensionality encoding_format input_type
   taskType task_type embedding_type truncate top_n return_documents size quality style background_color output_format
   output_compression partial_images moderation input_fidelity aspect_ratio resolution voice response_format
   stream_format language sample_rate duration seconds fps width height
   temperature topP topK maxOutputTokens candidateCount presencePenalty frequencyPenalty responseMimeType responseLogprobs
   type effort summary budget_tokens display include_usage thinkingBudget thinkingLevel includeThoughts
   disable_parallel_tool_use search_context_size format mode`.split(/\s+/),
);

/** Objects whose members are parameters too. */
const GROUPS: ReadonlySet<string> = new Set(
  `reasoning thinking text format output_config response_format stream_options tool_choice web_search_options audio
   generationConfig generation_config thinkingConfig thinking_config toolConfig tool_config functionCallingConfig`.split(
    /\s+/,
  ),
);

/** Arrays of which only the length is reported. */
const COUNTED: ReadonlySet<string> = new Set(['tools', 'stop', 'stop_sequences', 'stopSequences']);

/** Undefined if the request has no parameters. */
export function readParameters(document: JsonDocument): RequestParameters | undefined {
  const found: RequestParameters = {};
  addMembers(document, ROOT, '', found, 0);
  return hasMembers(found) ? found : undefined;
}

/** Like `readParameters`, for a form, whose values are all strings. */
export function readFormParameters(form: Form): RequestParameters | undefined {
  const found: RequestParameters = {};
  for (const entry of form) {
    if (!('value' in entry) || !NAMES.has(entry.name)) continue;
    add(found, entry.name, entry.value);
  }
  return hasMembers(found) ? found : undefined;
}

function addMembers(
  document: JsonDocument,
  parent: number,
  prefix: string,
  found: RequestParameters,
  depth: number,
): void {
  const { outline, bytes } = document;
  const end = outline.endOf(parent);
  let count = 0;
  for (let member = outline.firstIn(parent); member < end; member = outline.endOf(member)) {
    count += 1;
    if (count > MAX_MEMBERS) return;
    if (outline.keyEnd(member) - outline.keyStart(member) > MAX_KEY_BYTES) continue;
    const key = bytes.toString('latin1', outline.keyStart(member) + 1, outline.keyEnd(member) - 1);
    const path = prefix + key;
    switch (document.kindAt(member)) {
      case 'object':
        if (depth < MAX_DEPTH && GROUPS.has(key)) addMembers(document, member, `${path}.`, found, depth + 1);
        break;
      case 'array':
        if (COUNTED.has(key)) add(found, `${path}.length`, outline.count(member));
        break;
      default:
        if (!NAMES.has(key) || outline.end(member) - outline.start(member) > MAX_VALUE_BYTES) break;
        add(found, path, document.valueAt(member));
    }
  }
}

/** Only single words, because longer strings may be content. */
function add(found: RequestParameters, path: string, value: unknown): void {
  if (Object.keys(found).length >= MAX_PARAMETERS) return;
  if (typeof value === 'number' || typeof value === 'boolean') found[path] = value;
  else if (typeof value === 'string' && value.length <= MAX_VALUE_BYTES && WORD.test(value))
    found[path] = value;
}

function hasMembers(found: RequestParameters): boolean {
  for (const _name in found) return true;
  return false;
}
