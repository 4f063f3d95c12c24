import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import {
  checkList,
  checkObject,
  checkOneOf,
  checkOptionalBoolean,
  checkOptionalInteger,
  checkOptionalNumber,
  checkOptionalOneOf,
  checkOptionalString,
  checkString,
  invalid,
} from '../value-checks.js';
import { checkChatMessages } from './message-checks.js';

const FIELDS = (
  'model messages stream tools strict_tools documents citation_options response_format safety_mode max_tokens ' +
  'stop_sequences temperature seed frequency_penalty presence_penalty k p logprobs tool_choice thinking priority'
).split(' ');
const CITATION_MODES = ['ENABLED', 'DISABLED', 'FAST', 'ACCURATE', 'OFF'];
const MAX_STOPS = 5;
const MAX_TEMPERATURE = 5;

export function checkChat(fields: Fields): void {
  checkKnownFields(fields, FIELDS);
  checkString(fields.model, ['model']);
  if (fields.model === '') throw invalid(['model'], 'model must not be empty');
  checkOptionalBoolean(fields.stream, ['stream']);
  checkTools(fields);
  checkResponseFormat(fields);
  checkThinking(fields.thinking);
  checkSampling(fields);
  if (!isAbsent(fields.citation_options)) {
    checkObject(fields.citation_options, ['citation_options']);
    checkOptionalOneOf(fields.citation_options.mode, ['citation_options', 'mode'], CITATION_MODES);
  }
  checkOptionalOneOf(fields.safety_mode, ['safety_mode'], ['CONTEXTUAL', 'STRICT', 'OFF']);
  checkChatMessages(fields.messages);
}

function checkTools({ tools, tool_choice: choice, strict_tools: strict }: Fields): void {
  if (!isAbsent(tools)) checkList(tools, ['tools']);
  for (const [index, tool] of asList(tools).entries()) checkTool(tool, index);
  checkOptionalOneOf(choice, ['tool_choice'], ['REQUIRED', 'NONE']);
  checkOptionalBoolean(strict, ['strict_tools']);
  if (asList(tools).length > 0) return;
  if (!isAbsent(choice)) throw invalid(['tool_choice'], 'tool_choice requires tools to be specified');
  if (strict === true) throw invalid(['strict_tools'], 'strict_tools requires tools to be specified');
}

function checkTool(tool: unknown, index: number): void {
  const path = ['tools', index];
  checkObject(tool, path);
  checkKnownFields(tool, ['type', 'function'], path);
  checkOneOf(tool.type, [...path, 'type'], ['function']);
  checkObject(tool.function, [...path, 'function']);
  checkKnownFields(tool.function, ['name', 'description', 'parameters'], [...path, 'function']);
  checkString(tool.function.name, [...path, 'function', 'name']);
  checkOptionalString(tool.function.description, [...path, 'function', 'description']);
  checkObject(tool.function.parameters, [...path, 'function', 'parameters']);
  checkOneOf(tool.function.parameters.type, [...path, 'function', 'parameters', 'type'], ['object']);
}

function checkResponseFormat({ response_format: format, tools, documents }: Fields): void {
  if (isAbsent(format)) return;
  const path = ['response_format'];
  checkObject(format, path);
  checkKnownFields(format, ['type', 'json_schema'], path);
  checkOneOf(format.type, [...path, 'type'], ['text', 'json_object']);
  if (format.type === 'text') {
    if (!isAbsent(format.json_schema)) throw invalid([...path, 'json_schema'], 'not allowed with type text');
    return;
  }
  if (asList(tools).length > 0 || asList(documents).length > 0) {
    throw invalid(path, 'response_format is not supported with tools or documents');
  }
  if (isAbsent(format.json_schema)) return;
  checkObject(format.json_schema, [...path, 'json_schema']);
  checkOneOf(format.json_schema.type, [...path, 'json_schema', 'type'], ['object']);
}

function checkThinking(thinking: unknown): void {
  if (isAbsent(thinking)) return;
  checkObject(thinking, ['thinking']);
  checkKnownFields(thinking, ['type', 'token_budget'], ['thinking']);
  checkOneOf(thinking.type, ['thinking', 'type'], ['enabled', 'disabled']);
  checkOptionalInteger(thinking.token_budget, ['thinking', 'token_budget'], 1);
}

function checkSampling(fields: Fields): void {
  checkOptionalInteger(fields.max_tokens, ['max_tokens'], 1);
  checkOptionalNumber(fields.temperature, ['temperature'], 0, MAX_TEMPERATURE);
  checkOptionalNumber(fields.p, ['p'], 0.01, 0.99);
  checkOptionalInteger(fields.k, ['k'], 0, 500);
  checkOptionalInteger(fields.seed, ['seed'], 0);
  checkOptionalNumber(fields.frequency_penalty, ['frequency_penalty'], 0, 1);
  checkOptionalNumber(fields.presence_penalty, ['presence_penalty'], 0, 1);
  checkOptionalBoolean(fields.logprobs, ['logprobs']);
  checkOptionalInteger(fields.priority, ['priority'], 0, 999);
  const stops = asList(fields.stop_sequences);
  if (stops.length > MAX_STOPS) throw invalid(['stop_sequences'], `at most ${MAX_STOPS} are allowed`);
  for (const [index, stop] of stops.entries()) checkString(stop, ['stop_sequences', index]);
}

/** Whether the request requires thinking. */
export function requiresReasoning({ thinking }: Fields): boolean {
  return asFields(thinking).type === 'enabled';
}
